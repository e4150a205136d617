# needs: inferno-flamegraph
colors() # FILE - each frame's title and colour
{
	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
	done
}

printf 'a;b 10 20\na;b 10 5\na;c 5 5\na;d 0 70\na;e 40 10\nf 3.5 4.5\n' >in
inferno-flamegraph in >svg
grep -o '<title>[^<]*' svg | cut -c8-
colors svg
