collapse-perf --header --labels tid "$FIXTURES/perf/threads-fp.txt" >in
head -4 in
collapse-filter --where tid=10869 in | head -4
{ grep -v '^#' in; grep '^#' in; } | collapse-filter | cmp - in
