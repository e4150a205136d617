# without a fault nothing changes; with one there is no output
collapse-perf --strict <"$CASES/opt-pid.in"
echo "exit $?"
{ cat "$CASES/opt-pid.in"; echo 'what is this?'; } | collapse-perf --strict
echo "exit $?"
