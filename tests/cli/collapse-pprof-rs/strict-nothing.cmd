# strict: what was not understood is shown where nothing else was either
echo hello | collapse-pprof-rs
echo "exit $?"
echo hello | collapse-pprof-rs --strict
