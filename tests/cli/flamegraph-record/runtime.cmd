# what a runtime is started with: by its name, links, #! and env; appended to what is there; not where it is set; -F, SIZE
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; EVENTS=works; export EVENTS
only; for name in python3.13 python3.12 python3.11 node dotnet; do
	printf '#!/bin/sh\n[ "$1" != -V ] || { echo Python 3.13.1; exit; }\n[ "$1" != -I ] || [ "$2" != -S ] || { echo ${POINTERS-False}; exit; }\nenv | grep -E "^(NODE_OPTIONS|JAVA_TOOL_OPTIONS|PYTHONPERF|PYTHON_PERF|DOTNET_PerfMap)" | LC_ALL=C sort\n' >path/$name; chmod +x path/$name
done
ln -s node path/java; ln -s python3.13 path/py; cp path/node path/python; mkdir -p jdk/bin old/bin; cp path/node jdk/bin/java; cp path/node old/bin/java
ln -s ../jdk/bin/java path/java-link; echo 'JAVA_VERSION="21.0.2"' >jdk/release; echo 'JAVA_VERSION="1.8.0_392"' >old/release
unset NODE_OPTIONS JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS PYTHONPERFSUPPORT PYTHON_PERF_JIT_SUPPORT DOTNET_PerfMapEnabled
run() { echo "== $*" | sed "s,$PWD,HERE,"; rm -f argv; flamegraph-record "$@" 2>&1 | grep -v -e '^flamegraph-record: recorded by' -e ': only 61 samples' -e 'the graph is'; grep -A 3 -x -e -F argv | tail -n 4 | tr '\n' ' '; grep -x -A 1 -e -o argv | tail -n 1 | sed 's,.*/,,'; }
run -- python3.13 x.py; run -- python3.12 x.py; POINTERS=True run -- python3.12 x.py; run -- python3.11 x.py; run -- node x.js; run -- java-link Main
run -- old/bin/java Main; run -- dotnet x.dll
run -- py x.py; run -- python x.py; run -F 99 -- python3.13 x.py; run --call-graph fp -- python3.13 x.py; run --no-runtime -- python3.13 x.py; run --no-runtime -- node x.js
for first in "#!$PWD/path/node" '#!/usr/bin/env node' '#!/usr/bin/env -S node --title=x' '#!/usr/bin/env -S A=1 python3.13 -u'; do
	printf '%s\n' "$first" >script; chmod +x script; run -- ./script
done
run -- env -u B A=1 node x.js; run -- env NODE_OPTIONS=--x node x.js; run -- env -i A=1 "$PWD/path/node" x.js; run -- sh -c 'node x.js'
run --env NODE_OPTIONS='--title=a b' -- node x.js; NODE_OPTIONS=--perf-basic-prof run -- node x.js; run -- node --perf-basic-prof --interpreted-frames-native-stack x.js
JAVA_TOOL_OPTIONS=-Xmx1g run -- java Main; JAVA_TOOL_OPTIONS=-XX:-PreserveFramePointer run -- java -XX:+DumpPerfMapAtExit Main
DOTNET_PerfMapEnabled=0 run -- dotnet x.dll; PYTHON_PERF_JIT_SUPPORT=0 run -- python3.13 x.py; PYTHONPERFSUPPORT=1 run -- python3.12 x.py
run -- python3.13 -E x.py; run -- python3.13 -W error -uI x.py; run -- python3.13 -c -I; run -- python3.13 -X perf_jit x.py
only perf; cp jdk/bin/java path/python3.13; for more in --call-graph=dwarf '--perf-args=-k raw'; do
	rm -f argv; flamegraph-record -q --profiler perf "$more" -- python3.13; tail -n +"$(($(grep -n -x -F . argv | sed 's/:.*//;q') + 1))" argv | sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' | tr '\n' ' '; echo
done
