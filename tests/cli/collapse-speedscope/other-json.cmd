printf '{"a":[1,2' | collapse-speedscope
echo "exit $?"
printf '{"a":[1,,2]}' | collapse-speedscope
echo "exit $?"
printf '{"a":[1,2]}' | collapse-speedscope
echo "exit $?"
collapse-speedscope </dev/null
