# Characters are counted, not bytes; the last two of those that fit are dots.
awk 'BEGIN { for (i = 0; i < 9; i++) { s = s "é"; print s " 1" } }' | flamegraph --width 400 >svg
sed -n '/id="labels"/,/<.svg>/s/.*>\(.*\)<.text>/\1/p' svg
