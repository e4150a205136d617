colors() # FILE - each frame's title and colour
{
	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
	done
}

printf 'main;loop 1\nmain 2\n' | flamegraph --deterministic >svg
colors svg
echo "a 1" | flamegraph --deterministic --hash
echo $?
