flamegraph-record --version
