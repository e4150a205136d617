collapse-sample --no-modules "$FIXTURES/sample/objc.txt" >out
inferno-collapse-sample --no-modules "$FIXTURES/sample/objc.txt" | cmp out -
stackcollapse-sample.awk MODULES=0 "$FIXTURES/sample/objc.txt" | cmp out -
stackcollapse-sample.awk -v MODULES=0 "$FIXTURES/sample/objc.txt" | cmp out -
stackcollapse-sample.awk -vMODULES= "$FIXTURES/sample/objc.txt" | cmp out -
cat out
