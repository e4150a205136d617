# file names of labels: letters and digits of all scripts, - and _ stay
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
for label in 'my bench/test:1' bench-name_v2 'été 日本.x' '../up' "$(printf 'a\377b\nc')"; do
	flamegraph-record -q --label "$label" -- true
done
flamegraph-record -q --output-dir=new/sub --label x -- true
flamegraph-record -q --label x --output-dir dir -o other.svg -- true
find . -name '*.svg' | sort
