# The subtitle has room of its own, the details line is above the frames.
echo "a 1" | flamegraph --inverted --subtitle S >svg
grep -o '<text id="[a-z]*itle"[^>]*>' svg
grep -o '<text id="details"[^>]*>' svg
grep -o '<svg id="frames"[^>]*height="[0-9]*"' svg
