# needs: record-stacks
record-stacks --al-cpus > out
record-stacks --bufers 1M -- true > out
