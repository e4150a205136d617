# needs: flamegraph.pl
# Whole lines are sorted: what is no neighbour then stays apart.
printf 'a;b;c 1\na;b#x 1\na;b 1\na;b 10\na;b 9\n' | flamegraph.pl --countname x | grep -o '<title>[^<]*' | cut -c8-
