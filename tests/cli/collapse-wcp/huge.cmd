printf '%s\n' 'Full stacks' '5% == (18446744073709551616 samples)' ' 1: a' '5% == (1 samples)' ' 1: b' | collapse-wcp
