# needs: python3
# recordings of old versions: perf until 3.3 wrote another magic; kernels before 2.6.38 gave times to samples alone
. "$CASES/recording-forms.sh"
forms new
forms old
forms oldest
forms untimed
echo "== by others"
collapse-guess old-big.pipe
flamegraph <old.data || echo "exit $?"
