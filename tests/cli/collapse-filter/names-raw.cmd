# Folded stacks are for programs: control characters, escape sequences and odd bytes in names stay.
printf 'a\033[2J\007;\302\233x\377;\342\200\256y 9\n' >in
collapse-filter in | cmp - in
