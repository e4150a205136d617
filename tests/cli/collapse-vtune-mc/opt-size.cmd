collapse-vtune-mc --size "$FIXTURES/vtune-mc/render.csv" | tee out
stackcollapse-vtune-mc.pl -s "$FIXTURES/vtune-mc/render.csv" | cmp out -
