# Up to 2^64-1, exactly; the data block has strings above 2^53-1.
printf 'a;b 18446744073709551614\nc 1\n' | flamegraph --minwidth 0 >svg
grep -o '<title>.*</title>' svg
grep -o 'total_samples="[^"]*"' svg
grep -o '"total":.*' svg
grep -o '"frames":.*' svg
