collapse-stap "$FIXTURES/stap/user.txt"
