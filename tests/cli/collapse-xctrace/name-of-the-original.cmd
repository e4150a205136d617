inferno-collapse-xctrace "$FIXTURES/xctrace/shop.xml"
inferno-collapse-xctrace --weight x
echo "exit $?"
inferno-collapse-xctrace </dev/null
echo "exit $?"
