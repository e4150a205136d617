difffolded --filter ';parse;' $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded
