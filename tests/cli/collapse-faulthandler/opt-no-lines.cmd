collapse-faulthandler -q --no-lines "$FIXTURES/faulthandler/odd.txt" "$FIXTURES/faulthandler/work.txt"
