# the stack without its count, addresses stripped
difffolded -s --filter ';0x\.\.\.;|malloc$' --exclude 'mul$' $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded
