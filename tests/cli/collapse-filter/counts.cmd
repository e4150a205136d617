printf '%s\n' 'a 1' 'b 2.5' 'c 2.5' 'd 4' >in
echo '== at least 2.5'; collapse-filter --min-count 2.5 in
echo '== at least 2.50001'; collapse-filter --min-count 2.50001 in
echo '== the first two'; collapse-filter --top 2 in
echo '== tenths'; collapse-filter --scale .1 in
echo '== rounded'; collapse-filter --scale 0.000000001 in
echo '== the largest of differences'; printf '%s\n' 'a 1 9' 'b 5 5' 'c 6 0' | collapse-filter --top 2
collapse-filter --scale 0 in
echo "exit $?"
collapse-filter --top 0 in
