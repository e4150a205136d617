# needs: record-stacks
record-stacks -C 3-1 -- true > out
record-stacks -C 60000 -- true > out
