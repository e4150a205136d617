printf 'abcdefghijklmnop 1\nb 15\n' >in
for option in --truncate-text-left --truncate-text-right; do
	flamegraph --width 700 $option in >svg
	grep -o '"truncate":.*' svg
	grep -o '<text x="0.*' svg
done
flamegraph --width 700 in | cmp - svg
flamegraph --truncate-text-left --truncate-text-right in
