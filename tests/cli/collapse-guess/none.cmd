# nothing is certain: the nearest ones are named
printf 'hello\nworld\n' | collapse-guess
echo "exit $?"
printf ' 0x1 : main [app]\n 7\n' | inferno-collapse-guess
echo "exit $?"
: | collapse-guess
echo "exit $?"
collapse-guess missing
