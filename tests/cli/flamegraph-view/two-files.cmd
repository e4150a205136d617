flamegraph-view "$FIXTURES/diff/before.folded" "$FIXTURES/diff/after.folded"
