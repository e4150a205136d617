# needs: inferno-flamegraph
# By bytes, of the whole picture's width; a name that just fits is cut.
printf 'abcdefghij 10\nx 90\n' | inferno-flamegraph --hash --width 700 --fontsize 10 --fontwidth 0.7 | grep -o '<text x="0%.*'
printf 'éééééé 10\nx 90\n' | inferno-flamegraph --hash --width 700 --fontsize 10 --fontwidth 0.7 | grep -o '<text x="0%.*'
