collapse-cpuprofile -v --time <"$FIXTURES/cpuprofile/shop.cpuprofile"
