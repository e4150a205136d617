printf 'main;a;leaf 2\nmain;b;leaf 3\n' | flamegraph --reverse | grep -o '<title>.*</title>'
