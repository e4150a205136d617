# What could have been selected is said, the most frequent first.
sample() # COMM PID TID CPU TIME EVENT
{
	printf '%s %s/%s [%03d] %s: 10 %s:\n\t1000 work+0x1 (/bin/prog)\n\n' "$@"
}

{
	sample make 1 1 0 1.5 cpu-clock:u
	sample cc1 2 3 1 1.75 cpu-clock:u
	sample cc1 2 4 0 2.5 page-faults
	sample sh 5 5 2 3.0005 cpu-clock:u
	sample cc1 2 3 1 3.25 cpu-clock:u
} >in
for option in '--event-filter cycles' '--comm ^foo$' '--cpu 7' '--pid-filter 9' '--tid-filter 9' \
	'--time 10,' '--comm cc1 --cpu 7'; do
	collapse-perf $option in
	echo "exit $?"
done
echo == more than ten
seq 1 12 | while read -r i; do sample p$i 1 1 0 1.0 cycles; done | collapse-perf --comm nobody
echo == of several threads
collapse-perf -j 2 --chunk-size 1 --comm nobody in
echo == the originals say what they say
stackcollapse-perf.pl --event-filter cycles in
inferno-collapse-perf --event-filter cycles in
