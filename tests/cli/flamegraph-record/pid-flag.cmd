# a flag that is not about processes to record
flamegraph-record --pid 12
