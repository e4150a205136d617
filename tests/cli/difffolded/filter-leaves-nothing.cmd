difffolded --filter nowhere $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded
