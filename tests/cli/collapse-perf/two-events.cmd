# One event of several is kept, the first: the others, and how to get them, are always said.
sample()
{
	printf 'prog 1/1 [000] 1.5: 10 %s:\n\t1000 work+0x1 (/bin/prog)\n\n' "$1"
}

{
	sample page-faults
	sample cpu-clock:u
	sample cpu-clock:u
	sample cycles
} | tee in | collapse-perf
collapse-perf --event-filter cpu-clock in
collapse-perf -q in
