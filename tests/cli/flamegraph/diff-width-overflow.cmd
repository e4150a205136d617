# Both counts together must fit in 64 bits.
printf 'a 18446744073709551610 0\nb 0 5\n' | flamegraph --diff-width both | grep -o 'total_samples="[0-9]*"'
printf 'a 18446744073709551610 0\nb 0 6\n' | flamegraph --diff-width both
