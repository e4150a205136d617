# needs: inferno-flamegraph
colors() # FILE - each frame's title and colour
{
	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
	done
}

# By lot, and the same lots every time, in the order in which frames close.
printf 'a;b 1\na;c 2\nd 3\n' | inferno-flamegraph >svg
colors svg
for palette in java js perl python rust; do
	inferno-flamegraph --deterministic -c $palette $FIXTURES/flamegraph/names.folded >svg
	echo $palette
	colors svg | sort -u
done
