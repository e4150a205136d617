printf '%s\n' 'no count here' 'neg;neg -5' 'x;x 5 ' 'y;y 7.' 'y;y .5' '' 'z 18446744073709551615' 'only;only;only 1' | tee in | stackcollapse-recursive.pl
echo "exit $?"
collapse-recursive --strict in
