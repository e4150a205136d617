# A tab separates; blanks before the count and at the ends do not matter.
printf 'a;b\t5\n  c   6  \r\nd;;e;; 7\n' | flamegraph | grep -o '<title>[^<]*' | cut -c8-
