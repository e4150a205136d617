collapse-go <"$FIXTURES/go/raw-cpu.txt"
