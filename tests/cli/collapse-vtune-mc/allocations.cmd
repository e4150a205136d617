collapse-vtune-mc "$FIXTURES/vtune-mc/render.csv"
