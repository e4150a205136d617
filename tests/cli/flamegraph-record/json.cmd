# one line of JSON behind what the command prints, any name in it
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
flamegraph-record --json --output-dir 'a "b' -- echo printed 2>err | sed 's/\("duration_ms": \)[0-9]*/\1N/'; constant <err
