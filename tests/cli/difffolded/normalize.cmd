difffolded --normalize $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded
