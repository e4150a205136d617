# texts of a comparison: both, and what changed
. "$CASES/../../system/record/stand-in.sh"; only perf; SCRIPT=$PWD/script; export SCRIPT
printf '#!/bin/sh\nfor i in $(seq $1); do printf "b 1 $i.0: 10 cycles: \\n\\t1 $2 (x)\\n\\t2 main (x)\\n\\n"; done >script; echo printed\n' >prog; chmod +x prog
flamegraph-record -q compare --text --columns 50 -- ./prog 10 f -- ./prog 40 g 2>err | constant; cat err; ls
