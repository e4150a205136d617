collapse-sample "$FIXTURES/sample/objc.txt" >out
stackcollapse-sample.awk MODULES=1 "$FIXTURES/sample/objc.txt" | cmp out -
cp out a=b
stackcollapse-sample.awk -v a=b "$FIXTURES/sample/objc.txt"
echo "exit $?"
stackcollapse-sample.awk -v
echo "exit $?"
stackcollapse-sample.awk a=b
echo "exit $?"
collapse-sample MODULES=0
