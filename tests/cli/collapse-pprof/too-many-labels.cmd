# needs: python3 gzip
python3 "$CASES/make.py" many-labels >in
collapse-pprof --labels all in | tr ';' '\n' | cut -c 1-12 | sed -n '1p;64,$p'
collapse-pprof --labels all --strict in >out
echo "exit $?"
