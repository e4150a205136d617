# needs: inferno-flamegraph
printf 'a;b 1\nc 4000\n' | inferno-flamegraph --hash >svg
grep -o 'font-family:[^;]*' svg
grep -o '"fluid":.*' svg
grep -o '"truncate":.*' svg
grep -c '<path' svg
grep -o '<rect[^>]*><title>[^<]*' svg
inferno-flamegraph --width 800 --truncate-text-right --hash svg 2>/dev/null | grep -c title
echo "a 1" | inferno-flamegraph --truncate-text-right --width 800 | grep -e '"fluid"' -e '"truncate"'
