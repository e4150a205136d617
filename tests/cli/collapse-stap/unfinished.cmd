printf '%s\n' ' 0x1 : a%d+0x1/0x2 [m]' ' 7 ' 5 ' 0x2 : ns : b;c+0x1/0x2' | tee in | stackcollapse-stap.pl
echo "exit $?"
collapse-stap --strict in
