printf '%s\n' '50.00%  [9]  leaf;x @ /k' '   50.00%  [4]  far' ' 10.0%  [6]  more' 'what' '50.0%  [x]  f' | tee in | stackcollapse-pmc.pl
echo "exit $?"
collapse-pmc --strict in
