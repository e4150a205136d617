# needs: gzip
# a page has times, threads and their names, unless other labels are asked for; a picture has none
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
labels() { sed -n 's/.*data-encoding="gzip">\([^<]*\)<.*/\1/p' "$1" | PATH=$all_programs sh -c 'base64 -d | gzip -dc' | grep -a -o -e '{"name":"[a-z]*"' -e '"bin":"[0-9]*"'; }
flamegraph-record -q --html -- true; labels flamegraph.html
flamegraph-record -q --html --labels cpu -- true; labels flamegraph.html
flamegraph-record -q --html compare -- true -- true; labels before.html; labels diff.html
