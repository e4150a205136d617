# needs: flamegraph.pl
colors() # FILE - each frame's title and colour
{
	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
	done
}

# A palette nobody knows is black, and so are those that came later.
for palette in hot mem io red green blue yellow purple aqua orange wakeup nosuch rust python; do
	echo "std::x 250" | flamegraph.pl --colors $palette >svg
	echo $palette $(colors svg | sed -n 2p)
done
for palette in java js perl; do
	flamegraph.pl --colors $palette $FIXTURES/flamegraph/names.folded >svg
	echo $palette
	colors svg | sort -u
done
