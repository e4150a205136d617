printf 'blank\thref=https://localhost/\ttarget=_blank\n' >attr
printf 'own\thref=https://localhost/\ttarget=_top\ta_extra=rel="author"\n' >>attr
printf 'plain\thref=https://localhost/\n' >>attr
printf 'none\ttarget=x\n' >>attr
printf 'blank 1\nown 1\nplain 1\nnone 1\n' >in
for name in flamegraph flamegraph.pl inferno-flamegraph; do
	$name --nameattr attr in 2>/dev/null | grep -o '<a [^>]*>'
done
