flamegraph-record --force -- true
