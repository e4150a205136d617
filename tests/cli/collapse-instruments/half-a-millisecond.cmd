# the script rounds as printf does: a half goes to the even neighbour
{
	printf 'Weight\tSelf Weight\t\tSymbol Name\n'
	printf '1 s  9%%\t%s\t \t%s\n' '0.5 ms' half '1.5 ms' 'one and a half' '2.5 ms' 'two and a half' \
		'0.0005 s' 'half in seconds' '0.49 ms' less '0.51 ms' more
} >in
for tool in collapse-instruments stackcollapse-instruments.pl; do
	echo "# $tool"
	$tool in
done
