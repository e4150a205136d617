collapse-offcpu "$FIXTURES/offcpu/offcputime.txt"
