collapse-bpftrace --offsets "$FIXTURES/bpftrace/perf-mode.txt" | head -n 5
printf '%s\n' '@[' '    a+0x1f' '    b+x' '    c+12' ', d+1]: 4' | collapse-bpftrace --offsets
