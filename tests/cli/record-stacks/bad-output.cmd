# needs: record-stacks
record-stacks -o /nosuch/dir/x.data -- true
record-stacks --output= -- true
