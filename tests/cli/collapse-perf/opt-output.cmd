# nothing on standard output, nothing left beside the file
collapse-perf -o one.folded "$CASES/opt-pid.in"
collapse-perf --output=two.folded "$CASES/opt-pid.in"
collapse-perf -o - "$CASES/opt-pid.in"
grep . *
