# lines that end in CR LF: their blanks at the end are no sign of a comm
sed 's/$/\r/' >in <<'END'
app  1234/1235  [001] U         10.000001:       1000 cycles: 
noise
cafe leaf (/x)
	    55f4a1b2c2d0 main+0x20 (/opt/app)
  main.c:12
 ABI:2    AX:0x1
 foo (
END
collapse-perf --no-header in
