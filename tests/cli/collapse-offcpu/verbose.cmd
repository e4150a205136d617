collapse-offcpu -v "$FIXTURES/offcpu/offcputime.txt" | wc -l
