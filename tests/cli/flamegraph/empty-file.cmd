printf 'a 0\n' | flamegraph -o out.svg --width 400 --fontsize 10
code=$?
cat out.svg
exit $code
