# needs: gzip
printf '%s\n' '# flambeau: samples=2' 'a 1' 'b 1' >good
printf '%s\n' '# flambeau: samples=9' 'c 9' 'b 9' >unsorted
printf 'b 5\nc' >cut
: >empty
gzip -c good | head -c 30 >cut.gz
for sorted in "" --sorted; do
	collapse-filter --merge $sorted --skip-bad good unsorted good:2 cut empty cut.gz missing .
	collapse-filter --merge $sorted --skip-bad empty missing
	echo "exit $?"
done
cat unsorted | collapse-filter --merge --sorted --skip-bad - good
cat good | collapse-filter --merge --sorted --skip-bad unsorted - good
cat good | collapse-filter --merge --sorted --skip-bad unsorted -
