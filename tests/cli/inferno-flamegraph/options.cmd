# needs: inferno-flamegraph
# Those that only inferno has.
echo "a 1" | inferno-flamegraph --search-color '#0a0b0c' --stroke-color '#010203' --uicolor '#040506' >svg
grep -o '"searchcolor":.*' svg
grep -o '#frames rect{stroke.*' svg
grep -o ' text{fill.*' svg
echo "a 1" | inferno-flamegraph --no-javascript --pretty-xml | grep -c '<script'
echo "a 1" | inferno-flamegraph --search-color red
