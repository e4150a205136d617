collapse-stap "$FIXTURES/stap/kernel.txt"
