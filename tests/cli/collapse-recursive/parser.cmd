collapse-recursive "$FIXTURES/recursive/parser.folded"
