# the programs have different names: their stacks are compared all the same
. "$CASES/../../system/record/stand-in.sh"; only perf
SCRIPT=$PWD/script; export SCRIPT
for name in before-the-change after; do
	printf '#!/bin/sh\nprintf "%s 1 1.0: 10 cycles: \\n\\t1 f (x)\\n\\t2 main (x)\\n\\n" >script\n' "$(echo $name | cut -c 1-15)" >$name
	chmod +x $name
done
flamegraph-record -q compare -- ./before-the-change -- ./after; grep -o '<title>[^<]*' diff.svg before.svg after.svg
flamegraph-record -q compare -- ./after -- ./after; grep -o '<title>[^<]*' diff.svg
