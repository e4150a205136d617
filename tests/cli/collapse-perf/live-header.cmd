# The length is of the time that passed.
cat "$FIXTURES/perf/cxx-fp.txt" | collapse-perf --live 1s | sed 's/duration=.*/duration=/' | head -6
