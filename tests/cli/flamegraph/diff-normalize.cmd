frames() # FILE - each frame's colour and title
{
	sed -n 's/^<rect.* class="\(c[0-9]*\)"><title>\(.*\)<\/title>.*/\1 \2/p' "$1" |
		while read -r class title; do
			echo "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1") $title"
		done
}

legend() # FILE - its patches and texts
{
	sed -n '/id="legend"/,/<.g>/s/.*\(fill="[^"]*\|>[^<].*\)[">].*/\1/p' "$1" |
		sed 's/fg-[0-9a-f]*//; s/<.*//; s/^>//; s/fill="//; s/".*//'
}

# The first counts are scaled to the second total, and the subtitle says by how much.
printf 'main;a 60 10\nmain;b 30 20\nmain;c 10 10\nrest 100 60\n' >in
flamegraph in >svg
frames svg
flamegraph --diff-normalize in >svg
frames svg
legend svg
grep -o 'id="subtitle.*' svg
grep -oE '^"(total|scale|before|beforetotal|normalized)".*' svg
flamegraph --diff-normalize --subtitle 'Rev. 2' in | grep -o 'id="subtitle.*'
flamegraph --diff-normalize --diff-width both in | grep -o 'total_samples="[0-9]*"'
flamegraph --diff-normalize --flamechart --reverse in | grep -o '<title>[^<]*'
