# exact results are below the second sum; doubles may be rounded up to 2^64
echo 'a 1' >b; echo 'a 18446744073709551615' >a
for name in difffolded difffolded.pl inferno-diff-folded; do
	$name -n b a; echo "exit $?"
done
