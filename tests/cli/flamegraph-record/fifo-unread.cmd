# a signal ends the wait for somebody who reads the graph
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; mkfifo graph
flamegraph-record -q -o graph -- true 2>err & sleep 1; n=0; while kill -TERM $! 2>/dev/null && [ $n -lt 100 ]; do sleep 0.1; n=$((n + 1)); done
kill -9 $! 2>/dev/null && echo 'it does not end'; wait $! || echo "it fails"; constant <err; stat -c %F graph
