collapse-vtune -v "$FIXTURES/vtune/render-2019.csv"
