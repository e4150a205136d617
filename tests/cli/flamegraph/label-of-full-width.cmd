# A name exactly as long as there is room for is whole.
printf 'abcdefghij 10\nx 90\n' | flamegraph --width 750 --fontsize 10 --fontwidth 0.7 | grep -o '<text x="0%.*'
printf 'abcdefghijk 10\nx 90\n' | flamegraph --width 750 --fontsize 10 --fontwidth 0.7 | grep -o '<text x="0%.*'
