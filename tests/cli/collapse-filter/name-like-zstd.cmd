# the first name begins with the four bytes that zstd's frames begin with
for rest in ';main 5' 'aaaaaaaaaaaaaaaaaaaaa;b 5' ' 5'; do
	printf '\050\265\057\375%s\n' "$rest" >in
	collapse-filter in
	collapse-filter <in | cmp - in
	cat in | collapse-filter | cmp - in
done
