export-top </dev/null
echo "exit $?"
echo 'a 0' | export-top
echo "exit $?"
echo 'a;b' | export-top
echo "exit $?"
printf 'a 18446744073709551615\nb 1\n' | export-top
echo "exit $?"
printf 'a 1\nb\n' | export-top --strict
