collapse-cpuprofile "$FIXTURES/cpuprofile/shop.cpuprofile"
