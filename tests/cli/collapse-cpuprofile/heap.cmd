collapse-cpuprofile --time "$FIXTURES/cpuprofile/shop.heapprofile"
