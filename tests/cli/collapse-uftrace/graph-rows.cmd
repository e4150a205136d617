cat >in <<'EOF'
# TOTAL TIME   FUNCTION
    1.000 ms : (1) main
    1.001 ms : (2) a
  900.000 us :  +-(1) b
  200.500 us :  +-(1) c
   nonsense
    1.000 xs :  +-(1) d
  200.500 us :  +-x
# TOTAL TIME   FUNCTION
    2.500  m : (1) other
EOF
collapse-uftrace in
