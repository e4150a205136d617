# ours and inferno's end there; the script warns and goes on with the others
cp "$CASES/row-03-java-type.in" in
for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
	$tool missing.txt
	echo "$tool: exit $?"
done
for tool in collapse-dtrace stackcollapse.pl; do
	$tool missing.txt in
	echo "$tool: exit $?"
done
