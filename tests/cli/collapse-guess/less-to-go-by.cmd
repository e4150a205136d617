# what other signs say when the first ones are missing
grep -v '^PeriodType' "$FIXTURES/go/raw-cpu.txt" >go
collapse-guess --no-header go | head -n 1
printf 'java 1/2 [000] 1.500: 250000 cycles:\n\t7f3c main (x)\n\n' >perf
collapse-guess perf
printf 'java 1/2 [000] 1.500: cycles: \n\t7f3c main (x)\n\n' >perf
collapse-guess perf
printf 'java 1/2 [000] 1.500:\n1.500: x:\njava 1/2 1.500: 5\n' >none
collapse-guess none
printf 'swapper 0 [000] 1.500: PERF_RECORD_LOST\njava 1/2 [000] 1.500: 250000 cycles:\n' >events
collapse-guess events
