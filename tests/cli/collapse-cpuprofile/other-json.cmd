printf '{"a":[1,2' | collapse-cpuprofile
echo "exit $?"
printf '{"a":[1,,2]}' | collapse-cpuprofile
echo "exit $?"
printf '{"a":[1,2]}' | collapse-cpuprofile
echo "exit $?"
collapse-cpuprofile </dev/null
