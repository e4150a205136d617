printf 'a 18446744073709551615\nb 18446744073709551615\n' | export-speedscope | grep -o 'endValue.*'
printf 'a 0.000000001\nb 2.5\n' | export-speedscope | grep -o 'endValue.*\|weights.*'
printf 'a 18446744073709551615\na 1\n' | export-speedscope
