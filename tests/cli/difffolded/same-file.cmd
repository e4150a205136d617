difffolded -n $FIXTURES/diff/before.folded $FIXTURES/diff/before.folded
