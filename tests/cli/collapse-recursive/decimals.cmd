collapse-recursive "$FIXTURES/recursive/decimals.folded"
