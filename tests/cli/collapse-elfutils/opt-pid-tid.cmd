cat >in <<'END'
PID 10 - process
TID 10:
#0  0x00007f1000000001 read
#1  0x00007f1000000003 main
TID 11:
#0  0x00007f1000000001 read
PID 20
TID 20:
#0  0x00007f1000000001 read
END
for o in --pid --tid "--pid --tid"; do stackcollapse-elfutils.pl $o in; done
printf "#0  0x1 a\n" | collapse-elfutils --pid --tid - in
