colors() # FILE - each frame's title and colour
{
	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
	done
}

# Colours by lot: nothing else changes.
printf 'a;b 1\nc 2\n' >in
flamegraph --random in | grep -o '<title>[^<]*' | cut -c8-
flamegraph --random --hash in >one
flamegraph --hash in | cmp - one
flamegraph --random in >one
flamegraph --random in | cmp -s - one || echo differ
