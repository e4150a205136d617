range-perf 1 <"$CASES/trace.in"
echo "exit $?"
range-perf 1 x <"$CASES/trace.in"
echo "exit $?"
echo 'no event' | range-perf 0 1
echo "exit $?"
echo 'no event' | range-perf.pl 0 1
echo "exit $?"
range-perf 0 1 missing
echo "exit $?"
range-perf --between 0 1
