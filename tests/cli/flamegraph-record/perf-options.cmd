# options of perf record are its words
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; only perf
flamegraph-record -q -F 99 --call-graph fp -e cache-misses --event=branches -a --perf-args "--strict-freq '--clockid=mono raw'" -- true
sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' argv; rm argv
flamegraph-record -q -p 1,$$ --call-graph lbr; sed "s/,$$\$/,SELF/" argv | sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,'; rm argv
flamegraph-record -q -a; sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' argv
