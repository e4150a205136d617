printf '%s\n' '7: a' '0xd1 f() + 0x1' 'procstack: 8: no such process' '0xzz g' '0xd2 main() + 0x1' | tee in | stackcollapse-aix.pl
echo "exit $?"
collapse-aix --strict in
