# what it cannot run, and why
flambeau colapse-perf; echo $?
flambeau perf; echo $?
flambeau ''; echo $?
flambeau -q flamegraph x; echo $?
mkdir bin; cp "$(command -v flambeau)" bin
PATH= bin/flambeau; echo $?
PATH= bin/flambeau flamegraph; echo $?
flambeau -o /nowhere/list; echo $?
