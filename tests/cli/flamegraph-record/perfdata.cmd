# a recording that exists is drawn, and stays
. "$CASES/../../record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; only perf; cp "$SCRIPT" my.data
flamegraph-record --perfdata my.data --no-inline -o x.svg; echo "exit $?"; cmp "$SCRIPT" my.data; ls; echo "without perf script"
flamegraph-record --perfdata my.data -o x.svg; echo "exit $?"; cat argv
flamegraph-record --perfdata my.data --json | sed 's/: [0-9]*}/: N}/'
PERF=fail; export PERF; flamegraph-record --perfdata my.data; echo "exit $?"; cmp "$SCRIPT" my.data
