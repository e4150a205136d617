# lines below an event line that look like event lines without a time are fields
collapse-perf --no-header <<'END'
app  1234/1235  [001]    10.000001:       1000 cycles: 
 NEW: 123 foo:
  size 12 bar: 
	          401136 leaf+0x1
	        401236 main

END
