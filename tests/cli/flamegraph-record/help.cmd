# --help; the options of the other programs are not repeated
flamegraph-record --help
