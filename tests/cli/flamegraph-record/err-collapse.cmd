# needs: native
# collapse-perf is missing, fails, is killed
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; svg; copy_tools collapse-perf
flamegraph-record -- true 2>err; echo "exit $?"; constant <err; kept
for end in 'cat >/dev/null; echo "what is that" >&2; exit 4' 'kill -9 $$' 'echo "main;a 1"; exit 1' 'cat >/dev/null; echo "main;a 1"; kill -11 $$'; do
	printf '#!/bin/sh\n[ "$1" = --generate=rows ] && exit\n%s\n' "$end" >bin/collapse-perf; chmod +x bin/collapse-perf
	flamegraph-record -q -- true 2>err; echo "exit $?"; constant <err; kept
done
