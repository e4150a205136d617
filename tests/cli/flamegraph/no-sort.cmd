printf 'a;b 5\na;c 10\na;c 9\nb 1\n' | flamegraph --no-sort | grep -o '<title>[^<]*' | cut -c8-
printf 'b 1\na 2\n' | flamegraph --no-sort
echo $?
echo "a 1" | flamegraph --no-sort --reverse
echo $?
echo "a 1" | flamegraph --no-sort --flamechart
echo $?
