printf '%s\n' 'Call graph:' '    10 Thread_1' '    18446744073709551616 Thread_2' | collapse-sample
