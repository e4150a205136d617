collapse-guess --no-header --labels tid <"$FIXTURES/perf/threads-fp.txt" | head -1
collapse-guess --list-labels <"$FIXTURES/jstack/work.txt"
echo '@tid=7;main;f 1' | collapse-guess --labels tid
