# needs: record-stacks
record-stacks -F 99 -c 1000 -- true > out
record-stacks -g --call-graph dwarf -- true > out
record-stacks --user --kernel -- true > out
record-stacks --off-cpu -e cycles -- true > out
record-stacks -a -p 1 > out
record-stacks --off-cpu=never -- true > out
