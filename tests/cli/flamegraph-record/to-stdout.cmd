# the picture on standard output: what the command prints goes to standard error, and no file is left
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; svg
flamegraph-record -o - -- echo printed 2>err >out.svg; echo "exit $?"; constant <err; sed -n '2s/ .*//p;$p' out.svg; kept; ls
flamegraph-record --text --columns 60 -- echo printed 2>err >out; echo "exit $?"; constant <err; head -n 6 out | constant; kept
flamegraph-record --text --columns 60 -o out.txt -- echo printed 2>/dev/null; constant <out >a; constant <out.txt | cmp - a; rm a
flamegraph-record -q --text --keep -- true >/dev/null; ls *.data
PERF=fail; export PERF; flamegraph-record -q -o - --event intel_pt//u -- true 2>err; constant <err
for with in --json --open; do flamegraph-record -o - $with -- true; echo "exit $?"; done
for with in --label=x --output-dir=x; do flamegraph-record --text $with -- true; echo "exit $?"; done
flamegraph-record -o '' -- true; echo "exit $?"
