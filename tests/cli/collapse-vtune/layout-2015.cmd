collapse-vtune "$FIXTURES/vtune/render-2015.csv"
