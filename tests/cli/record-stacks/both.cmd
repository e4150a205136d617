record-stacks -p 1 -- true > out
