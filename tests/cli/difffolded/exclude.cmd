difffolded --exclude '^main;(idle|jit)' --exclude '^main;idle' $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded
