collapse-vtune-mc "$FIXTURES/vtune-mc/render.csv" - <"$FIXTURES/vtune-mc/render.csv" | tail -n 1
cat "$FIXTURES/vtune-mc/render.csv" "$FIXTURES/vtune-mc/render.csv" | collapse-vtune-mc | tail -n 1
