difffolded -o out $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded && head -n 2 out; ls
