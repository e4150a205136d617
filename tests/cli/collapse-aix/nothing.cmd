echo hello | collapse-aix
echo "exit $?"
echo hello | stackcollapse-aix.pl
