frames() # FILE - each frame's colour and title
{
	sed -n 's/^<rect.* class="\(c[0-9]*\)"><title>\(.*\)<\/title>.*/\1 \2/p' "$1" |
		while read -r class title; do
			echo "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1") $title"
		done
}

# A parent that grew through its child has grown itself, by as much.
printf 'main;parent;child 20 60\nmain;rest 80 40\n' | flamegraph >svg
frames svg
