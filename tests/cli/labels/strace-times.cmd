call() { printf '%s write(1) = 1\n > /bin/x(f+0x1) [0x1]\n' "$1"; }
{ call 23:59:59.5; call 00:00:01; call 00:00:00.75; } | collapse-strace --labels time=1s
{ call 1700000000.25; call 1700000001.5; call 1700000000.125; } | collapse-strace --labels time=250ms
call 1700000000.25 | collapse-strace --labels time=250ms --absolute-time
call 0.000123 | collapse-strace --labels time
