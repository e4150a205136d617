colors() # FILE - each frame's title and colour
{
	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
	done
}

# Red and blue change places, texts do not.
printf 'more 10 30\nless 20 10\nsame 5 5\n' >in
flamegraph in >svg
colors svg
flamegraph --negate in >svg
colors svg
grep -o '<title>[^<]*' svg | cut -c8-
