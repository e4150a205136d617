# needs: record-stacks
record-stacks -p 12x > out
record-stacks -p 0 > out
record-stacks -t 2147483647 > out
record-stacks -p 2147483647 > out
