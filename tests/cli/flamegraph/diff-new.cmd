frames() # FILE - each frame's colour and title
{
	sed -n 's/^<rect.* class="\(c[0-9]*\)"><title>\(.*\)<\/title>.*/\1 \2/p' "$1" |
		while read -r class title; do
			echo "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1") $title"
		done
}

# New frames were 0 before.
printf 'main;fresh;leaf 0 30\nmain;rest 100 70\n' | flamegraph >svg
frames svg
grep -o 'vanished_frames.*' svg
grep 'id="marks"' svg || echo 'no marks'
