difffolded.pl $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded
