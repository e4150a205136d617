legend() # FILE - its patches and texts
{
	sed -n '/id="legend"/,/<.g>/s/.*\(fill="[^"]*\|>[^<].*\)[">].*/\1/p' "$1" |
		sed 's/fg-[0-9a-f]*//; s/<.*//; s/^>//; s/fill="//; s/".*//'
}

# A profile beside itself: nothing but grey, no marks, and the legend says so.
awk '{print $0, $NF}' "$FIXTURES/folded/plain.folded" >in
flamegraph in >svg
grep -o '{fill:rgb.*' svg
grep -o 'vanished_frames.*' svg
grep 'id="marks"' svg || echo 'no marks'
grep '<title>' svg | grep -v ' 0\.00%)' | grep -cv 'narrower'
legend svg
for option in --diff-width=before --diff-width=both --diff-scale=frame --diff-normalize; do
	flamegraph $option in | grep -o '{fill:rgb.*'
done
