# needs: flamegraph.pl
# The details line is below, the subtitle's room too.
echo "a 100" | flamegraph.pl --inverted --subtitle S >svg
grep -o '<text id="[a-z]*itle"[^>]*>' svg
grep -o '<text id="details"[^>]*>' svg
grep -o '<svg version[^>]*' svg | grep -o 'height="[0-9.]*"'
