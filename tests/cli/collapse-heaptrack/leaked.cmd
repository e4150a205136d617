collapse-heaptrack --value leaked "$FIXTURES/heaptrack/leaks.txt"
