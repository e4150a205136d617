collapse-bpftrace --map k "$FIXTURES/bpftrace/limit.txt" | tail -n 2
printf '%s\n' '@[' ' a' ']: 1' '@b[' ' c' ']: 2' >in
collapse-bpftrace --map '' in
collapse-bpftrace --map @b in
collapse-bpftrace --map nosuch in
