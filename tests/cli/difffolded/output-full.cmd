difffolded $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded >/dev/full
