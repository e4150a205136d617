printf '{"a":[1,2' | collapse-stackprof
echo "exit $?"
printf '{"a":[1,,2]}' | collapse-stackprof
echo "exit $?"
printf '{"a":[1,2]}' | collapse-stackprof
echo "exit $?"
collapse-stackprof </dev/null
