# needs: inferno-flamegraph
# Files are glued together: a last line without end goes on in the next.
printf 'a 1\nb 2' >one
printf '3\nc 3' >two
inferno-flamegraph --hash one two | grep -o '<title>[^<]*' | cut -c8-
cat one | inferno-flamegraph --hash - two | grep -o '<title>[^<]*' | cut -c8-
inferno-flamegraph one nosuch
