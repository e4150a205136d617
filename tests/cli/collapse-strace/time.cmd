collapse-strace --time "$FIXTURES/strace/times.txt" | tail -n 5
collapse-strace --time "$FIXTURES/strace/threads.txt" 2>&1 | tail -n 1
