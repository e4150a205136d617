marks() # FILE - titles and strength of the marks, and what the legend says of them
{
	sed -n '/id="marks"/,/<.g>/s/.* height="[0-9]*"\(.*\)><title>\(.*\)<.title>.*/\2\1/p' "$1"
	sed -n '/id="legend"/,/<.g>/s/.*>\([^<]*vanished\|vanished:[^<]*\|new:[^<]*\)<.*/legend: \1/p' "$1"
}

# A mark is where what vanished was half a percent of the whole, or what the option says; the
# largest is opaque. Callees do not count again, neighbours that share a mark count together.
printf 'm;a 100 100\nm;a;most 40 0\nm;a;most;leaf 10 0\nm;b 100 100\nm;b;half 5 0\nm;c 100 100\nm;c;less 4 0\n' >in
printf 'm;d1 0 1\nm;d2;tiny 3 0\nm;d2 0 1\nm;d3 0 1\nm;d4;tiny 3 0\nm;d4 0 1\nm;z 635 700\n' >>in
for option in "" "--min-vanished 0.4" "--min-vanished=0.4%" "--min-vanished 2%" "--min-vanished 100" "--diff-width before"; do
	echo "options: $option"
	flamegraph $option in >svg
	marks svg
	grep -o '^"minmark.*' svg
done
grep -c '^"marks":\[.' svg
for value in "" x -1 101 1e1 %; do
	flamegraph --min-vanished "$value" in
	echo $?
done
echo 'a 1' | flamegraph --min-vanished 1 >svg
flamegraph --text --min-vanished 1 in
ln -s "$(command -v flamegraph)" inferno-flamegraph
./inferno-flamegraph --min-vanished 1 in 2>&1 | grep -o 'min-vanished'
