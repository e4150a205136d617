# needs: python3
# simpleperf record --trace-offcpu: the first event counts, and --off-cpu how long threads waited
python3 -B "$CASES/../../system/recordings/simpleperf.py" .
collapse-perf --no-header offcpu.data
collapse-perf --off-cpu offcpu.data
collapse-perf -q --off-cpu --no-header --labels tid,event offcpu.data
collapse-perf -q --off-cpu --no-header offcpu.data >waits
for threads in 1 3; do
	collapse-perf -q --off-cpu --no-header -j $threads offcpu.data | cmp - waits
	cat offcpu.data | collapse-perf -q --off-cpu --no-header -j $threads | cmp - waits
done
echo "== where it does not fit"
collapse-perf --off-cpu --no-header offcpu.data file.data
cp "$FIXTURES/perf/cxx-fp.txt" script.txt
collapse-perf --off-cpu script.txt
collapse-perf --off-cpu --event-filter cycles offcpu.data
collapse-perf --off-cpu --list-events offcpu.data
collapse-perf --off-cpu --live 1s <offcpu.data
stackcollapse-perf.pl --off-cpu offcpu.data 2>&1 | head -n 1
