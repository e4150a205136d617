cat "$FIXTURES/cpuprofile/shop.cpuprofile" "$FIXTURES/cpuprofile/shop.cpuprofile" | collapse-cpuprofile --time >one
collapse-cpuprofile --time "$FIXTURES/cpuprofile/shop.cpuprofile" - <"$FIXTURES/cpuprofile/shop.cpuprofile" | cmp one - && tail -n 1 one
