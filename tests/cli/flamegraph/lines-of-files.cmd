# Every file's last line is whole, with or without a line end.
printf 'a 1\nb 2' >one
printf 'c 3' >two
flamegraph one two | grep -o '<title>[^<]*' | cut -c8-
flamegraph --flamechart one two | grep -o '<title>[^<]*' | cut -c8-
cat one | flamegraph - two | grep -o '<title>[^<]*' | cut -c8-
