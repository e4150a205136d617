collapse-pprof-rs "$FIXTURES/pprof-rs/report.txt"
echo '== without threads'
collapse-pprof-rs --no-thread-names "$FIXTURES/pprof-rs/report.txt"
echo '== without labels'
collapse-pprof-rs "$FIXTURES/pprof-rs/plain.txt"
printf 'FRAME: a;b -> THREAD:  7\nFRAME: a -> THREAD: t\n\n' | collapse-pprof-rs
