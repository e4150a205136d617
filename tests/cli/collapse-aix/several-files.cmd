printf '%s\n' '1: a' '0x1  f() + ??' >1
printf '%s\n' '0x2  g() + ??' >2
collapse-aix 1 2 - <1
