# amounts beyond 2^64-1, headings of nothing known, counts that are none
input="$FIXTURES/heaptrack/tree.txt"
sed -n '83,110{s/^102.40K consumed/18446744073709552T consumed/;p;}' "$input" | collapse-heaptrack
{ echo '5 apples from'; echo '7 calls with no heading from:'; sed -n 83,110p "$input"; } | collapse-heaptrack
printf 'a;b; 5\na;b; 99999999999999999999\na;c x\n' | collapse-heaptrack
