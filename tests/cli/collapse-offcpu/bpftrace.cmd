collapse-offcpu "$FIXTURES/bpftrace/offcpu.txt" | tail -n 2
collapse-offcpu --map b <<'EOF'
@a[
    f
]: 1
@b[
    g
]: 2
EOF
