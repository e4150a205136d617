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

# What is scaled down below one count keeps its share, and stays what it was: vanished.
printf 'a;gone 4 0\na;left 996 100\n' >in
flamegraph --diff-normalize --min-vanished 0.4 in >svg
frames svg
marks svg
printf 'a 3.5 1.25\nb 1.5 1.25\n' | flamegraph --diff-normalize | grep -o '<title>.*</title>\|id="subtitle.*'
printf 'a 18446744073709551614 0\nb 1 3\nc 0 4\n' | flamegraph --diff-normalize | grep -o '<title>.*</title>\|id="subtitle.*'
printf 'a 0 5\n' | flamegraph --diff-normalize | grep -o '<title>.*</title>\|id="subtitle.*'
