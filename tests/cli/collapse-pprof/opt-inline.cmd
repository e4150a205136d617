# needs: python3
python3 "$CASES/make.py" inlined >in
collapse-pprof in
collapse-pprof --inline in
collapse-pprof --inline --lines in
