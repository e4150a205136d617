printf 'a;b 1\n' | flamegraph-view -o out.txt && cat out.txt
