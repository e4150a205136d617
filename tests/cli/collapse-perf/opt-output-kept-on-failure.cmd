# a run that fails leaves the file as it was
echo 'old 1' >out.folded
collapse-perf -o out.folded /dev/null
echo "exit $?"
cat out.folded
ls
