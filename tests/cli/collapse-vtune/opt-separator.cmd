collapse-vtune --separator " in " "$FIXTURES/vtune/render-2015.csv" | head -n 3
