colors() # FILE - each frame's title and colour
{
	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
	done
}

# Wakers are marked behind the first --, which is always there.
flamegraph --colors chain $FIXTURES/flamegraph/wakeups.folded >svg
grep -o '<title>[^<]*' svg | cut -c8-
colors svg | sort -u
