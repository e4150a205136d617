stackcollapse-vtune-mc.pl </dev/null
echo "exit $?"
collapse-vtune-mc </dev/null
