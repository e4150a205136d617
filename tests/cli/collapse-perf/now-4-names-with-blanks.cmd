# blanks and brackets that belong to the name
collapse-perf <"$CASES/now-4-names-with-blanks.in" | tr ';' '\n'
