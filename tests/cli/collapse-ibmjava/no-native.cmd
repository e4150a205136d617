collapse-ibmjava <"$FIXTURES/ibmjava/no-native.txt"
