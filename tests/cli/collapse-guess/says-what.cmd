# needs: gzip
# from a file, from a pipe, compressed; folded text too
cp "$FIXTURES/stap/kernel.txt" in
collapse-guess in
cat "$FIXTURES/stap/kernel.txt" | collapse-guess -
gzip -c "$FIXTURES/stap/kernel.txt" | collapse-guess -q
printf 'b;c 2\na 1\nb;c 3\n' | collapse-guess
