# needs: python3
# a recording that exists is drawn without perf, and stays; options of collapse-perf reach it
. "$CASES/../../system/record/stand-in.sh"; only; ARGV=$PWD/argv; export ARGV
python3 "$CASES/../../system/recordings/perfdata.py" "$FIXTURES/perf/cxx-fp.txt" made; cp made/file.data my.data
flamegraph-record --perfdata my.data --symfs made/root --no-inline -o x.svg; echo "exit $?"; cmp made/file.data my.data; ls
"$tools/collapse-perf" --no-inline --symfs made/root my.data | "$tools/flamegraph" | grep -c '<title>'; grep -c '<title>' x.svg
flamegraph-record --perfdata my.data --symfs made/root --json | sed 's/: [0-9]*}/: N}/'
echo "PERFILE2 and no more" >bad.data; flamegraph-record --perfdata bad.data; echo "exit $?"; [ -e argv ] || echo "without perf"
