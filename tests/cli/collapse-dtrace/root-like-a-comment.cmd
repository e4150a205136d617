printf '\n\n  #\n  540\n\n  b\n  # a\n  3\n\n  b\n  #_a\n  4\n' >in
for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
	echo "== $tool"
	$tool in
	echo '== read again'
	$tool in | collapse-filter -q
done
