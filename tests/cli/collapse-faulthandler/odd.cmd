collapse-faulthandler <"$FIXTURES/faulthandler/odd.txt"
