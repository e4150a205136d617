printf '%s\n' 'a;b;b 1' 'a;b 3' | inferno-collapse-recursive -n 2
inferno-collapse-recursive --mutual
