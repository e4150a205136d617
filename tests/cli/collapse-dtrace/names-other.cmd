# of Java, JavaScript, Objective-C; addresses; a separator in a name
for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
	echo "# $tool"
	$tool <"$CASES/names-other.in"
done
