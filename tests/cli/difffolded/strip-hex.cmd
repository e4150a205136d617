difffolded --strip-hex $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded
