# needs: python3
# a pattern of the profile for which going back takes exponential time, on every name and on a long one
for kind in pattern long_name; do
	python3 -B "$CASES/../../laws/worst.py" pprof $kind 60000 >in
	timeout 20 collapse-pprof in | cut -c 1-60 | sort | head -n 2
done
