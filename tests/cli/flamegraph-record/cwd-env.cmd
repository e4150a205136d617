# the working directory and the environment of the command
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; mkdir there
B=old; export B
flamegraph-record -q --cwd there --env A=1 --env 'B=b c' --env A=2 -- sh -c 'echo "$A $B"; basename "$PWD"'
printf '#!/bin/sh\necho found\n' >there/tool; chmod +x there/tool
flamegraph-record -q --cwd there -- ./tool
flamegraph-record -q --cwd nowhere -- true; echo "exit $?"; ls
