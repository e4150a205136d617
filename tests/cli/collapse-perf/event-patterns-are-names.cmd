# needs: python3
# an event that is called as the pattern is the one that is meant, wherever it comes; a backslash says so, too
sample()
{
	printf 'prog     1/1     [000]     1.00000%d:         10 %s: \n\t            1000 work+0x1 (/bin/prog)\n\n' "$1" "$2"
}
{ sample 1 ab; sample 2 all; sample 3 'a*'; sample 4 'a*:u'; sample 5 ac; } >in
python3 -B "$CASES/../../system/recordings/perfdata.py" in made
show()
{
	echo "== $*"
	for input in in made/file.data; do
		symfs=
		[ $input = in ] || symfs='--symfs made/root'
		collapse-perf --no-header $symfs "$@" $input 2>&1
		collapse-perf --no-header -j 3 --chunk-size 1 $symfs "$@" $input 2>&1
	done | sort | uniq -c | sed 's/^ *//'
}
show --event-filter 'a*'
show --event-filter 'all'
show --event-filter 'a*' --event-filter 'ab'
show --event-filter 'a*' --labels event
show --event-filter 'a\*'
show --event-filter '[a]ll'
show --event-filter 'a?'
