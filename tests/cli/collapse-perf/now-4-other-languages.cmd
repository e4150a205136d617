# names of Rust, Go, Python, node and Java stay whole
collapse-perf <"$CASES/now-4-other-languages.in" | tr ';' '\n'
