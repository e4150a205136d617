cat >in <<'EOF'
# DURATION     TID     FUNCTION
   7.000 ns [     1] | a();
   1.001 us [     1] | b();
   1.001 ms [     1] | c();
   1.001  s [     1] | d();
   1.500  m [     1] | e();
   1.500  h [     1] | f();
EOF
collapse-uftrace in
printf '%s\n' '# DURATION     TID     FUNCTION' ' 1.0 us [ 1] | a();' ' 9999999999.000  s [ 1] | b();' ' 999999999.000  h [ 1] | c();' | collapse-uftrace
