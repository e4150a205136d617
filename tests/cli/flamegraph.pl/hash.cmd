# needs: flamegraph.pl
colors() # FILE - each frame's title and colour
{
	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
	done
}

printf 'readable 100\nété 100\n' | flamegraph.pl --hash >svg
colors svg
printf 'readable 100\nété 100\n' | flamegraph.pl --hash --random | cmp - svg
