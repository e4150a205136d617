# bytes pass; inferno's read UTF-8
for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
	echo "# $tool"
	$tool <"$CASES/names-utf-8.in"
done
