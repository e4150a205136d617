# needs: record-stacks
record-stacks -e cpu-clok -- true > out
record-stacks -e cycles,nosuch -- true > out
record-stacks -e "" -- true > out
