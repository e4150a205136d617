# Columns are compared with descendants here too.
printf 'a;b 10 30\nc 5 5\na;b 1 2\n' | flamegraph --flamechart | grep -o '<title>[^<]*' | cut -c8-
