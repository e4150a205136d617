# needs: record-stacks
record-stacks > out
