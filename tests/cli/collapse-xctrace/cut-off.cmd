head -c 1900 "$FIXTURES/xctrace/shop.xml" | collapse-xctrace
echo "exit $?"
printf '<?xml version="1.0"?>\n<a><row><backtrace><frame name="x"/></backtrace></row>\n<row></a>' | collapse-xctrace
echo "exit $?"
printf '<a><b/></a> rubbish' | collapse-xctrace
echo "exit $?"
echo '{}' | collapse-xctrace
