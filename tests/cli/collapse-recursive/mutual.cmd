collapse-recursive --mutual "$FIXTURES/recursive/parser.folded"
echo 'a;b;c;b;d;a;c;c;b 1' | collapse-recursive --mutual
