printf '%s\n' '# DURATION     TID     FUNCTION' '  [ 1] | a() {' >1
printf '%s\n' '# DURATION     TID     FUNCTION' ' 1.000 us [ 1] | b();' >2
collapse-uftrace 1 2
