# needs: flamegraph.pl
# Fixed width, Verdana, every frame an element.
printf 'a;b 1\nc 4000\n' | flamegraph.pl >svg
grep -o 'font-family:[^;]*' svg
grep -o '"fluid":.*' svg
grep -o '"truncate":.*' svg
grep -c '<path' svg
grep -o '<rect[^>]*><title>[^<]*' svg
