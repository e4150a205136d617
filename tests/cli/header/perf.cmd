# The event, what its periods are, the samples that were kept, and how long it took.
sample()
{
	printf 'prog 1/1 [000] %s: %s\n\t1000 work+0x1 (/bin/prog)\n\t2000 main+0x2 (/bin/prog)\n\n' \
		"$@"
}

{
	sample 1.5 '10101010 cpu-clock:u:'
	sample 1.75 '10101010 cpu-clock:u:'
	sample 2.0 '1 page-faults:'
	sample 4.0005 '10101010 cpu-clock:u:'
} >two
collapse-perf --header two
echo == page-faults
collapse-perf --header --event-filter page-faults two
echo == both: no unit
collapse-perf --header --event-filter page-faults --event-filter cpu-clock two
echo == of two threads
collapse-perf --header -j 2 --chunk-size 1 two | head -n 4
echo == what was not selected is not counted
collapse-perf --header --time ,1.6 two | grep samples
echo == no period was printed
sample 1.0 'cycles:' | collapse-perf --header
echo == a tracepoint
sample 1.0 '1 sched:sched_switch:' | collapse-perf --header
echo == any other event counts what it is called
sample 1.0 '10000 cache-misses:u:' | collapse-perf --header
echo == the originals write none
stackcollapse-perf.pl --header two 2>&1 | head -n 1
stackcollapse-perf.pl two 2>/dev/null
