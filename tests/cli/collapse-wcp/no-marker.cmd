printf '%s\n' '5% == (7 samples)' ' 1: a' | collapse-wcp
