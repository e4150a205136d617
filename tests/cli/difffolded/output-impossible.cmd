difffolded -o no/such/folder $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded
