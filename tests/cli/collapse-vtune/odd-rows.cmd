printf '%s\n' 'Function Stack,CPU Time:Self,Module' 'war: one more' root,1,m '   far,2,m' ' "open,3,m' ' short' ' x,much,m' ' "a"b,1,m' ',1,' ' big,99999999999999999999,m' | tee in | collapse-vtune
echo "exit $?"
grep -v big in | collapse-vtune
echo "exit $?"
collapse-vtune --strict in
