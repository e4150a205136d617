# the recording goes through a pipe, and the command has its own input, output, errors and exit code
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
for profiler in perf events; do EVENTS=works; export EVENTS; echo in | flamegraph-record --profiler $profiler --fail-on-exit -q -- sh -c 'cat; echo error >&2; exit 3' >out 2>err; echo "exit $?"; cat out; grep -v 'command failed' err; ls; done; rm out err
flamegraph-record --profiler perf --text -- echo printed 2>&1 | grep -c printed
flamegraph-record --profiler perf -q -- ./nothing; echo "exit $?"; printf '#!/no/such\n' >text; chmod +x text; flamegraph-record --profiler perf --fail-on-exit -q -- ./text 2>&1 | constant; ls
