# samples without CPU numbers: what to record is said
sed 's/ \[[0-9]*\]//' "$FIXTURES/perf/cxx-fp.txt" | collapse-perf --cpu 0
echo "exit $?"
