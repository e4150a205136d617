# The unit of the counts on the picture; the number of samples at the root and below the title.
texts()
{
	flamegraph "$@" | grep -o '<title>[^<]*\|id="subtitle"[^<]*' | sed 's/.*>//'
}

header()
{
	printf '# flambeau: event=%s\n# flambeau: unit=%s samples=61\n' $1 $2
	printf 'main;f 120000000\nmain;g 2004008\n'
}

header cpu-clock ns >time
texts time
echo == memory
header alloc bytes | texts
echo == anything else
header page-faults faults | texts
echo == samples of samples
header cycles samples | texts
echo == one, lost, at, in
printf '%s\n' '# flambeau: samples=1 lost=1234' '# flambeau: frequency=99' \
	'# flambeau: duration=2.5s' 'a 1' | texts
echo == what was asked for counts more
texts --countname x --subtitle y time
texts --factor 1e-6 time
texts --factor 1e-6 --countname ms time
echo == as text
flamegraph --text --columns 60 time
echo == a flame chart
texts --flamechart time
echo == a differential
difffolded time time >both
cat both
texts both
echo == files that disagree
header alloc bytes | cat time - | texts
header alloc bytes >memory
difffolded time memory | head -n 1
echo == the originals take it for a comment, or a line without a count
inferno-flamegraph time 2>/dev/null | grep -o '<title>[^<]*'
flamegraph.pl time 2>&1 >/dev/null
