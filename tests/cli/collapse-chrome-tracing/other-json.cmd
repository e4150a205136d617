printf '{"a":[1,2' | collapse-chrome-tracing
echo "exit $?"
printf '{"a":[1,,2]}' | collapse-chrome-tracing
echo "exit $?"
printf '{"a":[1,2]}' | collapse-chrome-tracing
echo "exit $?"
collapse-chrome-tracing </dev/null
