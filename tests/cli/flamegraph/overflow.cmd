printf 'a 18446744073709551615\nb 1\n' | flamegraph || echo $?
printf 'a;b 18446744073709551615\na;b 1\n' | flamegraph || echo $?
