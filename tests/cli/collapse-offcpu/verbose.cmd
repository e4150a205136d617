collapse-offcpu --no-header -v "$FIXTURES/offcpu/offcputime.txt" | wc -l
