# a page: its names end in .html, of compare too
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; svg
flamegraph-record --html --keep -- true >out 2>err; echo "exit $?"; ls; head -n 1 flamegraph.html
flamegraph-record -q --html --label a -- true 2>/dev/null; ls *.html
flamegraph-record -q compare --html -- true -- true 2>err; ls *.html; file_is_page() { head -n 1 "$1"; }; file_is_page diff.html
