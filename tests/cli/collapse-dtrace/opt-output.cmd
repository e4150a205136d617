# also where the input is cut off
collapse-dtrace -o out "$CASES/row-03-java-type.in"
echo "exit $?"
cat out
collapse-dtrace -q -o out "$CASES/row-09-cut-off.in"
echo "exit $?"
cat out
ls
