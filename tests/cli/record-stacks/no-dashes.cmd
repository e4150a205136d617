record-stacks true > out
