# needs: python3
python3 "$CASES/make.py" types >in
for t in 3 space/count nothing obj; do collapse-pprof --sample-type $t in; done
collapse-pprof --sample-type space --sample-types in
