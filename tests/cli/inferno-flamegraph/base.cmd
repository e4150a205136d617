# needs: inferno-flamegraph
# Neither a leaf nor a root, and only where lines are sorted.
printf 'r;x;a 1\nr;x;b;y;c 2\nx;d 3\nr;y 4\n' >in
inferno-flamegraph --hash --base x --base y in | grep -o '<title>[^<]*' | cut -c8-
inferno-flamegraph --hash --base x --reverse in | grep -o '<title>[^<]*' | cut -c8-
inferno-flamegraph --hash --base nosuch in | grep -o 'ERROR.*'
