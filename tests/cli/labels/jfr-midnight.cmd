# needs: collapse-jfr
sample() { printf 'jdk.ExecutionSample {\n  startTime = %s\n  state = "STATE_SLEEPING"\n  stackTrace = [\n    a.B.%s() line: 1\n  ]\n}\n\n' "$1" "$2"; }
{ sample 23:59:59.500 before; sample 00:00:01.000 after; sample 23:59:58.000 early; sample 'no time' none; sample '00:00:02.000 (2025-01-02)' dated; } >night.txt
collapse-jfr --labels time=500ms,state night.txt
collapse-jfr -j 4 --labels time=500ms --absolute-time night.txt
{ sample 00:00:01.000 after; sample 23:59:59.000 early; } | collapse-jfr --labels time=1s
