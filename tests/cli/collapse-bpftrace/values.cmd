printf '%s\n' '@a[' ' f' ']: count 5, average 3, total 15' '@a[' ' g' ']: -5' '@a[' ' h' ']: (1, 2)' '@a[' ' i' ']: ' '[4, 8)    5 |@@@   |' '' '@b[7]: 905' '@c: 12' '@a[' ' j' '@a[' ' k' ']: 18446744073709551616' | tee in | collapse-bpftrace
echo "exit $?"
sed -i '$d' in
echo ']: 8' >>in
stackcollapse-bpftrace.pl in
echo "exit $?"
collapse-bpftrace --strict in
