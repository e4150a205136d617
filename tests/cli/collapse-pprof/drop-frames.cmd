# needs: python3
for c in drop drop-part drop-wrong; do python3 "$CASES/make.py" $c | collapse-pprof; done
python3 "$CASES/make.py" drop-wrong | collapse-pprof --strict
