# a field of a later perf is neither a frame nor a root; it is said once, however many samples have it
collapse-perf --no-header "$CASES/fields-unknown.in"
echo "exit $?"
collapse-perf --no-header --strict "$CASES/fields-unknown.in"
echo "exit $?"
