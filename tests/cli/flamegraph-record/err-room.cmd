# needs: ulimit
# where nothing can be written nothing is recorded
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; svg; trap '' XFSZ
(ulimit -f 16; flamegraph-record -- echo recorded; echo "exit $?") 2>&1 | sed "s,$PWD,HERE,"; kept; ls
