printf '%s\n' 'Full stacks' '5% == (7 samples)' ' 1: a' 'noise' ' 2: b' '' ' 1: c' '' '5% == (9 samples)' '6% == (8 samples)' ' 1: d;e' | tee in | stackcollapse-wcp.pl
echo "exit $?"
collapse-wcp --strict in
