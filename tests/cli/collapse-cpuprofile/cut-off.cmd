head -c 1500 "$FIXTURES/cpuprofile/shop.cpuprofile" | collapse-cpuprofile
echo "exit $?"
head -c 1880 "$FIXTURES/cpuprofile/shop.cpuprofile" | collapse-cpuprofile
echo "exit $?"
head -c 900 "$FIXTURES/cpuprofile/shop.heapprofile" | collapse-cpuprofile
