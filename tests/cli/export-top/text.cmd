collapse-perf -q "$FIXTURES/perf/cxx-fp.txt" | export-top
printf 'main 1\n' | export-top
