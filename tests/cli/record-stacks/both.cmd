# needs: record-stacks
record-stacks -p 1 -- true > out
