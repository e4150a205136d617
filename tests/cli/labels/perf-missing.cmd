collapse-perf --labels time,cpu,tid,host,nosuch "$FIXTURES/perf/cxx-fp.F-no-time.txt" | head -2
collapse-perf --list-labels "$FIXTURES/perf/cxx-fp.F-no-time.txt"
collapse-perf --list-labels "$FIXTURES/perf/cxx-fp.F-ip-sym.txt"
