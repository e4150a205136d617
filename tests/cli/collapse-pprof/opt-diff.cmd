# needs: python3
python3 "$CASES/make.py" types >in
collapse-pprof --diff --sample-type objects/free in
collapse-pprof --diff --sample-types in
collapse-pprof --sample-type objects/free in
