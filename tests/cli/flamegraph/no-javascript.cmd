echo "a;b 1" | flamegraph --no-javascript >svg
grep -c '<script' svg
grep -o '<text id="[a-z]*' svg
grep -o '<title>.*</title>' svg
