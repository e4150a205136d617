# No file where there is no picture.
echo "a 1" | flamegraph -o x.svg --nameattr nosuch
echo $?
echo "a 18446744073709551615" | flamegraph -o x.svg --factor 2
echo $?
ls
