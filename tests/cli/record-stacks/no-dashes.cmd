# needs: record-stacks
record-stacks true > out
