# one count, and a sum: the stack is named
echo 'a;b 18446744073709551616' >1; printf 'c;d 18446744073709551615\nc;d 1\n' >2; echo 'a 1' >a
for b in 1 2; do
	for name in difffolded difffolded.pl inferno-diff-folded; do
		$name $b a; echo "exit $?"
	done
done
