collapse-ibmjava <"$FIXTURES/ibmjava/native.txt"
