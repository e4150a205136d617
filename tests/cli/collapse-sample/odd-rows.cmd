printf '%s\n' 'Call graph:' '    10 Thread_1' '    + 10 main  (in a) + 1' '    +   12 more  (in a)' '    +         3 far  (in a.dylib)' 'Call graph:' '    5 Thread_2: x; y' '    +  2 odd  (in c)' '    no digits' '    + 3x f' '  2 g' '    +' 'Total number in stack' '    7 Thread_3' >in
stackcollapse-sample.awk in
echo "exit $?"
collapse-sample --strict in
