# a frame, but nothing is left of it at the leaf
for tool in collapse-dtrace inferno-collapse-dtrace; do
	echo "# $tool"
	$tool --includeoffset <"$CASES/row-12-lone-offset-kept.in"
done
