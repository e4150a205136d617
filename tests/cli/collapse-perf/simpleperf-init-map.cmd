# needs: python3
# processes and maps of the feature INIT_MAP come before those of the data section
python3 -B "$CASES/../../system/recordings/simpleperf.py" .
collapse-perf --no-header maps.data
cat maps.data | collapse-perf -q --no-header
