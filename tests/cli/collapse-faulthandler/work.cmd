collapse-faulthandler <"$FIXTURES/faulthandler/work.txt"
