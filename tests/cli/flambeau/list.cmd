# the programs by purpose, each with what its --help begins with; those that are not installed are left out
flambeau | grep -e ':$' -e '^  collapse-perf ' -e '^  flamegraph ' -e help
diffreport --help | head -n 1
flambeau | grep '^  diffreport '
mkdir bin; cp "$(command -v flambeau)" bin; printf '#!/bin/sh\necho "difffolded - one of two"\n' > bin/difffolded; chmod +x bin/difffolded
PATH= bin/flambeau
