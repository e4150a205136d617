collapse-pprof --symbols never "$FIXTURES/pprof/gperftools.prof"
collapse-pprof --symbols never --sample-type samples "$FIXTURES/pprof/gperftools.prof" | awk "{ n += \$NF } END { print n }"
