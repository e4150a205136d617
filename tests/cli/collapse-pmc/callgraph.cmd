collapse-pmc "$FIXTURES/pmc/callgraph.txt"
