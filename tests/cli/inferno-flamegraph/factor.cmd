# needs: inferno-flamegraph
# Halves go up; nothing is refused.
printf 'a 1\nb 3\nc 5\n' | inferno-flamegraph --hash --factor 0.5 | grep -o '<title>[^<]*' | cut -c8-
echo "a 5" | inferno-flamegraph --hash --factor 0 | grep -o '<title>[^<]*' | cut -c8-
