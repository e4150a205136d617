# needs: native
# flamegraph is missing, fails, is killed after a part of the graph
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; svg; copy_tools flamegraph
flamegraph-record -q -- true 2>err; echo "exit $?"; constant <err; kept
for end in 'exec 0<&-; echo "no colours" >&2; exit 4' 'echo "<svg>"; cat >/dev/null; kill -9 $$'; do
	printf '#!/bin/sh\n[ "$1" = --generate=rows ] && exit\n%s\n' "$end" >bin/flamegraph; chmod +x bin/flamegraph
	flamegraph-record -q -- true 2>err; echo "exit $?"; constant <err; kept
done
