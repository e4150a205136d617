# since the first event, since its second, as they stand; events are out of order
echo '== first'; range-perf 0 0.1 "$CASES/trace.in"
echo '== second'; range-perf --timezerosecs 1 1.2 <"$CASES/trace.in"
echo '== raw'; range-perf.pl --timeraw 101 103 "$CASES/trace.in"
echo '== none'; range-perf 50 60 "$CASES/trace.in"
range-perf -v -o out 0 1 "$CASES/trace.in"; wc -l <out
