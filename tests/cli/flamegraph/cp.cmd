colors() # FILE - each frame's title and colour
{
	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
	done
}

# Colours are kept from run to run; separators have none of their own.
printf 'main;a 1\nmain;-;b 2\n' | flamegraph --cp >svg
colors svg
cat palette.map
printf 'a->#010203\nx->y->rgb( 4, 5 ,6)\nwrong\nb->blue\nmain->rgb(7,8,9)\n' >palette.map
printf 'main;a 1\nmain;x->y 1\nmain;b 2\n' | flamegraph --cp >svg
colors svg
cat palette.map
