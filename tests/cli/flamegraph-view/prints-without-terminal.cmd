flamegraph-view "$FIXTURES/folded/plain.folded"
