frames() # FILE - each frame's colour and title
{
	sed -n 's/^<rect.* class="\(c[0-9]*\)"><title>\(.*\)<\/title>.*/\1 \2/p' "$1" |
		while read -r class title; do
			echo "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1") $title"
		done
}

# Both palettes: less, same and more at full and at half strength, and the marks of what vanished.
printf 'less 100 0\nless;self 50 100\nhalf 50 0\nsame 5 5\nmore 0 100\nsome 0 50\n' >in
for palette in red-blue blue-orange; do
	echo "$palette:"
	flamegraph --diff-palette $palette --diff-width both in >svg
	frames svg | sed 's/ (.*//'
	flamegraph --diff-palette $palette in | grep -o 'userSpaceOnUse.*stroke='
done
flamegraph --diff-palette green in
