# where the first word is no option, the line is the command; its options are its own
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
flamegraph-record -- printf '%s|' -q --help -- x 2>/dev/null; echo; flamegraph-record printf '%s|' -q --help -- x 2>/dev/null; echo
ls flamegraph.svg; flamegraph-record ./nowhere -q; echo "exit $?"; flamegraph-record ''; echo "exit $?"
