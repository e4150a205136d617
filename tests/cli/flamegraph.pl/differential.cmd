# needs: flamegraph.pl
colors() # FILE - each frame's title and colour
{
	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
	done
}

# A frame has the difference of the first line it ends.
printf 'a;b 10 20\na;b 10 5\na;c 5 5\na;d 0 70\na;e 40 10\n' >in
flamegraph.pl in >svg
grep -o '<title>[^<]*' svg | cut -c8-
colors svg
flamegraph.pl --negate in >svg
grep -o '<title>[^<]*' svg | cut -c8- | sed -n '$p'
colors svg | sed -n '$p'
