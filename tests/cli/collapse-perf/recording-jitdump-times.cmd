# needs: python3
# code that comes, moves and is covered while a program runs: by the times of samples where the clock is the dump's; from the
# start where it is not; threads and pipes give the same
python3 "$CASES/../../system/recordings/inlines.py" .
collapse-perf --no-header --jit --symfs jit jit-monotonic.data
for threads in 1 3; do
	cat jit-monotonic.data | collapse-perf -j $threads --no-header --jit --symfs jit | cksum
done
collapse-perf --no-header --jit --symfs jit jit-monotonic.data | cksum
collapse-perf --no-header --jit --symfs jit --time ,0.000002 jit-monotonic.data
for other in '--symfs jit jit-other-clock.data' '--symfs jit jit-no-clock.data' '--symfs jit/processor jit-monotonic.data'; do
	echo "# $other"
	collapse-perf --no-header --jit $other
done
