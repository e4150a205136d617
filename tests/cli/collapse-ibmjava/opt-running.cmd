collapse-ibmjava -v --running "$FIXTURES/ibmjava/native.txt"
