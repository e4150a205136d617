# needs: python3
python3 "$CASES/make.py" names | collapse-pprof
python3 "$CASES/make.py" unpacked | collapse-pprof
