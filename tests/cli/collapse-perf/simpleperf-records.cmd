# needs: python3
# records of simpleperf's own: longer than 64 KiB, split, ids of events, call chains; names of events from META_INFO
python3 -B "$CASES/../../system/recordings/simpleperf.py" .
collapse-perf -q --no-header records.data
collapse-perf -v --no-header --event-filter task-clock records.data
collapse-perf --list-events records.data
collapse-perf --stats --no-header records.data 2>&1 >stacks | grep own
for threads in 1 3; do
	collapse-perf -q --no-header -j $threads records.data | cmp - stacks
	collapse-perf -q --no-header -j $threads <records.data | cmp - stacks
	cat records.data | collapse-perf -q --no-header -j $threads | cmp - stacks
done
