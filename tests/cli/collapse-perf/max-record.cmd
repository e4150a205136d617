# A sample of more than SIZE bytes is left out, also several in a row and the last one; lines are counted on.
sample() # NAME FRAMES
{
	echo "$1 1 1.0: 1 ev:"
	for i in $(seq "$2"); do printf '\t  4%04d f%d (/bin/x)\n' "$i" "$i"; done
	echo
}
{ sample a 2 && sample long 9 && sample b 1 && sample long 8 && sample long 10 && echo nonsense && sample c 1; } >in
{ cat in && sample long 9 | head -n 9; } >long-end
for threads in 1 2; do
	collapse-perf -j $threads --max-record 150 in
	cat in | collapse-perf -j $threads --max-record 150
	collapse-perf -j $threads --max-record 150 long-end
	cat long-end | collapse-perf -j $threads --max-record 150 --chunk-size 7
done
collapse-perf --strict --max-record 150 in
echo $?
yes nonsense | head -n 1000 | collapse-perf --max-record 1K
echo $?
collapse-perf --max-record 1K in
