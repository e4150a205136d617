# needs: inferno-flamegraph
colors() # FILE - each frame's title and colour
{
	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
	done
}

printf 'readable 1\nété 1\n' | inferno-flamegraph --hash >svg
colors svg
