collapse-strace --pid "$FIXTURES/strace/threads.txt" | head -n 3
printf '%s\n' '[pid 30695<my sl>] 20:32:35.74 read(3, "", 4) = 0 <0.5>' ' > /bin/a(b+0x1) [0x1]' '20:32:35 [' >in
collapse-strace --pid in
collapse-strace in
