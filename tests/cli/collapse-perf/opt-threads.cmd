# however many, and however small the pieces: the same output
collapse-perf -j 1 <"$CASES/opt-selection.in" >expected
for option in -j1 '-j 2' -j=3 '--threads 4' --threads=8 '-n 2' -n3 '--nthreads 2' --nthreads=0 -j0; do
	collapse-perf $option --chunk-size 50 "$CASES/opt-selection.in" | cmp - expected &&
		echo "$option: same"
done
inferno-collapse-perf <"$CASES/opt-selection.in" >expected
for option in '-n 2' -n2 '--nthreads 2' --nthreads=3 '-n 0'; do
	inferno-collapse-perf $option "$CASES/opt-selection.in" | cmp - expected &&
		echo "$option: same"
done
