collapse-cpuprofile --locations "$FIXTURES/cpuprofile/shop.cpuprofile"
