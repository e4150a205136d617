stackcollapse-vtune.pl "$FIXTURES/vtune/render-2015.csv" | head -n 1
stackcollapse-vtune.pl --no-modules x
echo "exit $?"
echo nothing | inferno-collapse-vtune
echo "exit $?"
