collapse-perf --window 3s "$FIXTURES/perf/cxx-fp.txt"
echo $?
collapse-perf --live 1ms "$FIXTURES/perf/cxx-fp.txt"
echo $?
collapse-perf --live soon "$FIXTURES/perf/cxx-fp.txt"
echo $?
collapse-perf --live 1s a b
echo $?
collapse-perf --live 1s --list-events "$FIXTURES/perf/cxx-fp.txt"
echo $?
stackcollapse-perf.pl --live 1s "$FIXTURES/perf/cxx-fp.txt" 2>/dev/null | head -1
collapse-perf --live 1s --labels time "$FIXTURES/perf/cxx-fp.txt"
echo $?
