cp "$FIXTURES/perf/cxx-fp.txt" p
collapse-filter --merge --sorted p
