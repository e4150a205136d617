record-stacks > out
