# needs: python3
# a processor's trace of simpleperf is said to be one
python3 -B "$CASES/../../system/recordings/simpleperf.py" .
collapse-perf etm.data
