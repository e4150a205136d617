collapse-go <"$FIXTURES/go/traces-cpu.txt"
