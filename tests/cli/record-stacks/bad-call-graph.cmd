# needs: record-stacks
record-stacks --call-graph lbr -- true > out
record-stacks --call-graph dwarf,70000 -- true > out
record-stacks --call-graph dwarf, -- true > out
