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

# Vanished frames have no width: one mark a parent and gap says how many and names the
# largest; also in a row that no frame is left in. They are no frames, but they are counted.
printf 'm;a;gone 3 0\nm;b 10 10\nm;c;deep 5 0\nm;d 7 0\nm;e 10 30\nm;f 9 0\nm;a 20 20\n' >in
flamegraph -v in >svg
frames svg
marks svg
grep -o 'hidden_frames.*' svg
grep -o '<svg id="frames".* viewBox' svg
grep -o '^"marks.*' svg
grep -o '^"names.*' svg
flamegraph --inverted in >svg
marks svg
flamegraph --minwidth 0 in >svg
frames svg | wc -l
