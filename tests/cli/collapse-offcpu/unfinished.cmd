printf '%s\n' '    a' '        5' '    b' >1
printf '%s\n' '    c' '        7' '        8' >2
collapse-offcpu 1 2
