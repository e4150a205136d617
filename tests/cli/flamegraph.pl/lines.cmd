# needs: flamegraph.pl
# One blank separates, of any kind; comments are stacks; CRLF spoils a line; counts may have decimals.
printf 'a;b  5\na;b\t6\n  c 7\n# d 8\ne 9\r\n 10\nf;; 11\ng 0.5\nh 3 4\nno count\n' | flamegraph.pl | grep -o '<title>[^<]*' | cut -c8-
