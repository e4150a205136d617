echo 'a 1' | flamegraph.pl --html
