inferno-diff-folded $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded
