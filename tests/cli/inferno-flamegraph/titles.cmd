# needs: inferno-flamegraph
echo "a 1" | inferno-flamegraph -i --title 'Flame Graph' --subtitle 'A & "B"' | grep -o 'id="[a-z]*title".*'
echo "a 1" | inferno-flamegraph --notes 'a<b -- c' | grep -o '<!--.*'
