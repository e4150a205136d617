# needs: gzip
for f in plain.folded; do
	collapse-guess -q "$FIXTURES/folded/$f" >expected
	export-pprof expected | collapse-pprof | cmp - expected && echo same
	sort -R expected | export-pprof -j 3 | cmp - "$(export-pprof -o first expected; echo first)" && echo the same bytes
done
