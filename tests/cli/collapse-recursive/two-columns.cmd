printf '%s\n' 'a;b;b 1 2' 'a;b 3 4' | collapse-recursive
