frames() # FILE - each frame's colour and title
{
	sed -n 's/^<rect.* class="\(c[0-9]*\)"><title>\(.*\)<\/title>.*/\1 \2/p' "$1" |
		while read -r class title; do
			echo "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1") $title"
		done
}

marks() # FILE - where marks are, in percent and pixels, and their titles
{
	sed -n '/id="marks"/,/<.g>/s/.* x="\([^"]*\)" transform="\([^"]*\)" y="\([0-9]*\)".*<title>\(.*\)<.title>.*/\1 \2 \3 \4/p' "$1"
}

# What moved under another parent vanished there and is new here; main did not change.
printf 'main;a;f 30 0\nmain;b;f 0 30\nmain;a 35 35\nmain;b 35 35\n' | flamegraph >svg
frames svg
marks svg
