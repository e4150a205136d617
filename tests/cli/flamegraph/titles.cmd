echo "a 1" | flamegraph | grep -o '<text id="[a-z]*title".*'
echo "a 1" | flamegraph --title "A & B's" --subtitle '"é" <b>' | grep -o '<text id="[a-z]*title".*'
echo "a 1" | flamegraph --title '' | grep -o '<text id="[a-z]*title".*'
