# however many, and however small the pieces: the same output
for file in "$FIXTURES"/dtrace/*; do
	collapse-dtrace -j 1 "$file" >expected
	for option in -j1 '-j 2' '--threads 8' '-n 2' -j0; do
		for size in 1 50 1000; do
			collapse-dtrace $option --chunk-size $size "$file" | cmp - expected
		done
	done
	inferno-collapse-dtrace <"$file" >expected
	for option in '-n 2' --nthreads=3; do
		inferno-collapse-dtrace $option "$file" | cmp - expected
	done
done
echo "all the same"
