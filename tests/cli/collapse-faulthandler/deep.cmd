collapse-faulthandler <"$FIXTURES/faulthandler/deep.txt"
