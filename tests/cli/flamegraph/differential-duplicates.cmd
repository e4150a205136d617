# Lines of one stack are added up, in both columns.
printf 'a;b 10 20\na;b 10 5\na;b 7\n' | flamegraph | grep -o '<title>[^<]*' | cut -c8-
