# needs: python3
python3 "$CASES/make.py" types >in
for t in objects objects/count objects/free 0 1 space/bytes; do echo "$t: $(collapse-pprof --sample-type $t in 2>&1)"; done
python3 "$CASES/make.py" types-last | collapse-pprof --sample-type space
