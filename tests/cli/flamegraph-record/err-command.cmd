# a command that is not there is not recorded
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; svg; touch plain; mkdir dir
for command in nowhere ./nowhere ./plain ./dir /; do
	flamegraph-record -- "$command"; echo "exit $?"
done; kept; ls
