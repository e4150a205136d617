collapse-files
echo "exit $?"
collapse-files missing
echo "exit $?"
files.pl
echo "exit $?"
files.pl --blocks .
echo "exit $?"
mkdir tree; printf 12 >tree/two
collapse-files missing tree | grep two
