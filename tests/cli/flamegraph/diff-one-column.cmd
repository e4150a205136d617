# Options of differentials say when there is none.
printf 'a 5\n' | flamegraph --diff-width both --diff-scale frame --diff-palette blue-orange --diff-normalize | grep -o '<title>.*</title>'
