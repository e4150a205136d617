printf 'a;b 0\na 1\nno count\n' | export-speedscope | grep -c samples
export-speedscope </dev/null
echo "exit $?"
printf 'a 0\n' | export-speedscope
echo "exit $?"
printf 'a 1\nno count\n' | export-speedscope --strict
