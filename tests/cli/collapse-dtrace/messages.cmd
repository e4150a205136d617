# what dtrace says of itself is no frame, wherever it stands
cat >in <<'END'
dtrace: system integrity protection is on, some features will not be available

dtrace: description 'profile-997 ' matched 1 probe
CPU     ID                    FUNCTION:NAME
  1  57432                        :tick-60s 
 12  57432                        :tick-60s 


              dyld`start+0x1
dtrace: 123 drops on CPU 0
              app`main+0x10
               12

dtrace: error on enabled probe ID 1 (ID 34: profile:::profile-997): invalid address (0x7ffee5f38900) in action #2
              dyld`start+0x1
              app`main+0x10
               30

^C
END
collapse-dtrace --no-header --strict in
cat in in in in >four
for threads in 1 2 3; do
	collapse-dtrace --no-header -j $threads four 2>&1
done
