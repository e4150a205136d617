# options of the reader are known, those of a format are not
collapse-guess -q -j 2 --strict -o out "$FIXTURES/stap/user.txt" && cat out
inferno-collapse-guess -q -n 2 "$FIXTURES/stap/user.txt"
collapse-guess --kernel "$FIXTURES/stap/user.txt"
