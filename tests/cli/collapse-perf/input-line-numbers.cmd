# of each file
{ cat "$CASES/opt-pid.in"; echo 'what is this?'; } >a
{ echo 'and this?'; cat "$CASES/opt-pid.in"; } >b
collapse-perf a b - <a
