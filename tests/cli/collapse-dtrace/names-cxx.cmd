# brackets are understood; the others cut at the last ( or <
for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
	echo "# $tool"
	$tool <"$CASES/names-cxx.in"
done
