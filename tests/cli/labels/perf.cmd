collapse-perf --no-header --labels time=100ms,cpu,tid "$FIXTURES/perf/threads-fp.txt" | head -6
collapse-perf --no-header --labels all "$FIXTURES/perf/threads-fp.txt" | head -2
collapse-perf --no-header "$FIXTURES/perf/threads-fp.txt" >without
for bin in 1ns 500us 20ms 1s 7s; do
	collapse-perf --no-header --labels "time=$bin,cpu,tid,comm,event" "$FIXTURES/perf/threads-fp.txt" >with
	sed -n '$s/\(@time=[^;]*\).*/\1/p' with
	collapse-filter --drop-label all with | cmp - without
	collapse-perf --no-header --threads 3 --chunk-size 4096 --labels "time=$bin,cpu,tid,comm,event" <"$FIXTURES/perf/threads-fp.txt" | cmp - with
done
