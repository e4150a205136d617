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

legend() # FILE - its patches and texts
{
	sed -n '/id="legend"/,/<.g>/s/.*\(fill="[^"]*\|>[^<].*\)[">].*/\1/p' "$1" |
		sed 's/fg-[0-9a-f]*//; s/<.*//; s/^>//; s/fill="//; s/".*//'
}

# More and less change colours, in frames, marks and legend; texts do not.
printf 'main;grow;child 20 60\nmain;shrink 80 30\nmain;old 25 0\nmain;old;deep 15 0\nmain;fresh 0 25\nmain;a;moved 30 0\nmain;b;moved 0 30\nmain;a 10 10\nmain;b 10 10\nmain;same 40 40\nidle 20 45\n' >in
flamegraph --negate --diff-palette blue-orange in >svg
frames svg
marks svg
legend svg
grep -o 'userSpaceOnUse.*stroke=' svg
flamegraph --negate --diff-scale frame --diff-width both --diff-normalize in >svg
frames svg
legend svg
