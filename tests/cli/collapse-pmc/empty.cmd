stackcollapse-pmc.pl </dev/null
echo "exit $?"
collapse-pmc </dev/null
