collapse-offcpu --pid --no-offsets "$FIXTURES/offcpu/offcputime.txt"
