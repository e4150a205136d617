# beyond nine decimals: half to even, counted
printf 'a 1.000000001\nb 1.000000003\nc 2\n' >b; echo 'a 1' >a
difffolded --before b:0.5 --after a
