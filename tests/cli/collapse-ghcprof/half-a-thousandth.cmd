# inferno drops what is less than a thousandth of the run, ours rounds it
h='COST CENTRE  MODULE  SRC   no.  entries  %time %alloc   %time %alloc  ticks  bytes'
row() # COST-CENTRE %TIME
{
	printf ' %-12s Main    a.hs    2        0    %s    0.0   100.0  100.0      3    456\n' "$1" "$2"
}
{
	printf '%s\n' "$h" '' 'MAIN         MAIN    <b>     1        0    1.0    0.0   100.0  100.0      5    456'
	row less 0.049
	row half 0.05
	row more 0.0999
	row over 0.15
	row under 2.39
	row whole 7
	row huge 99.99999999999999999999
	row odd 1.05x
} >in
for tool in collapse-ghcprof inferno-collapse-ghcprof; do
	echo "# $tool"
	$tool in
done
