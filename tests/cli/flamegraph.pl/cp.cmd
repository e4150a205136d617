# needs: flamegraph.pl
colors() # FILE - each frame's title and colour
{
	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
	done
}

# Any text is kept; what is no colour is not drawn.
printf 'a->rgb( 1, 2 ,3 )\nb->x->rgb(9,9,9)\nc->#0a0b0c\nd\n' >palette.map
printf 'a;b;c;d;e 100\n' | flamegraph.pl --cp >svg
colors svg
cat palette.map
