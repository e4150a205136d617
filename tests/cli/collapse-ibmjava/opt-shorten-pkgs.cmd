cat "$FIXTURES"/ibmjava/* | stackcollapse-ibmjava.pl --shorten-pkgs
collapse-ibmjava --shorten-pkgs --no-shorten-pkgs "$FIXTURES/ibmjava/no-native.txt"
