marks() # FILE - where marks are, in percent and pixels, and their titles
{
	sed -n '/id="marks"/,/<.g>/s/.* x="\([^"]*\)" transform="\([^"]*\)" y="\([0-9]*\)".*<title>\(.*\)<.title>.*/\1 \2 \3 \4/p' "$1"
}

# Marks that would lie on each other are one; a mark of narrow frames goes to the nearest
# ancestor that is drawn.
for n in 1 2 3 4 5; do printf 'm;a%s;x 1 0\nm;a%s 1 1\n' $n $n; done >in
printf 'm;z 9999 9999\n' >>in
flamegraph --min-vanished 0 in >svg
marks svg
grep -o '^"marks.*' svg
flamegraph --min-vanished 0 --minwidth 3 in >svg
marks svg
grep -o 'hidden_frames.*' svg
