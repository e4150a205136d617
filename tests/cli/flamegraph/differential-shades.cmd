colors() # FILE - each frame's title and colour
{
	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
	done
}

# Grey for no difference; the strongest red and blue are readable.
printf 'a 0 100\nb 100 0\nc 5 5\nd 0 50\n' | flamegraph >svg
colors svg
