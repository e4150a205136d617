printf '%s\n' ' > /bin/a(early+0x1) [0x1]' 'hello world' ' > /bin/a(f+0x1) [0x1]' '--- SIGCHLD {si_signo=SIGCHLD} ---' ' > /bin/a(g+0x1) [0x1]' '1.5 futex(0x1strace: Process 7 attached' '7 exit(0) = ?' '7 +++ exited with 0 +++' ' > /bin/a(h+0x1) [0x1]' '7 +++ killed +++' '     0.000012 close(3) = 0' '<... x y resumed>) = 0' | tee in | collapse-strace
echo "exit $?"
collapse-strace --strict in
