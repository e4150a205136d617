collapse-offcpu --labels pid,tid,comm "$FIXTURES/offcpu/offcputime.txt" | cut -c 1-60
collapse-bpftrace --labels all "$FIXTURES/bpftrace/kstack-ustack-comm.txt" | cut -c 1-60 | head -3
printf '@[bash, 12, 13,\n    f+1\n    g+2\n]: 5\n' | collapse-bpftrace --labels all
collapse-strace --labels pid "$FIXTURES/strace/threads.txt" | cut -c 1-60 | head -3
collapse-jstack --labels thread,state --states ALL "$FIXTURES/jstack/work.txt" | cut -c 1-80 | head -3
collapse-uftrace -q --labels tid "$FIXTURES/uftrace/threads-replay.txt" | cut -c 1-60 | head -4
collapse-uftrace -q --list-labels "$FIXTURES/uftrace/threads-replay.txt"
