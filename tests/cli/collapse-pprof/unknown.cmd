# needs: python3
python3 "$CASES/make.py" unknown | collapse-pprof
