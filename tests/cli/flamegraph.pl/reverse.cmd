# needs: flamegraph.pl
printf 'a;b;c 100\nx;b;c 50\n' | flamegraph.pl --reverse | grep -o '<title>[^<]*' | cut -c8-
