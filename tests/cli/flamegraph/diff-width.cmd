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

# Widths show the second count, the first, or both together; colours and titles stay.
printf 'main;old 40 0\nmain;new 0 10\nmain;same 50 50\nrest 10 20\n' >in
for width in after before both; do
	echo "$width:"
	flamegraph --diff-width $width in >svg
	grep -o '^<rect.*width="[0-9]*".*<title>[^ ]*' svg | sed 's/height.*<title>//'
	frames svg | sort
	marks svg
	grep -o 'total_samples.*' svg
	grep -oE '^"(frames|before|after|beforetotal|aftertotal|diffwidth)".*' svg
done
