frames() # FILE - each frame's colour and title
{
	sed -n 's/^<rect.* class="\(c[0-9]*\)"><title>\(.*\)<\/title>.*/\1 \2/p' "$1" |
		while read -r class title; do
			echo "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1") $title"
		done
}

# What shrank is blue; who lost nothing of its own shrank by what its callees lost.
printf 'main;parent;child 60 20\nmain;parent 5 5\nmain;rest 35 75\n' | flamegraph >svg
frames svg
