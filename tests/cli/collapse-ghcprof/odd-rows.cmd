h='COST CENTRE  MODULE  SRC   no.  entries  %time %alloc   %time %alloc  ticks  bytes'
printf '%s\n' "$h" '' \
	'MAIN         MAIN    <b>     1        0    1.0    0.0   100.0  100.0      5    456' \
	'   far       Main    a.hs    2        0    2.0    0.0   100.0  100.0  1234567890    456' \
	' my centre   Main    a.hs    2        0    3.0    0.0   100.0  100.0      6    456' \
	' longer-than-its-column Main a.hs  2   0    4.0    0.0   100.0  100.0      7    456' \
	' a;b         Main    a b c   2        0    5.0    0.0   100.0  100.0      8    456' \
	' few         Main    1 2 3' ' x Main a.hs 2 0 1.0 0.0 1 1 no 1' '' 'MAIN MAIN x 1 0 9 9 9 9 9 9' | tee in | collapse-ghcprof --ticks
echo "exit $?"
collapse-ghcprof in
collapse-ghcprof --strict in
