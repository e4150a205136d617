# options of flamegraph and collapse-perf go there, one of both to both; letters and beginnings too
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; copy_tools collapse-perf flamegraph
for tool in collapse-perf flamegraph; do
	printf '#!/bin/sh\n[ "$1" = --generate=rows ] || printf "%%s\\n" %s "$@" . >>argv.%s\nexec %s/%s "$@"\n' $tool $tool "$tools" $tool >bin/$tool
	chmod +x bin/$tool
done
flamegraph-record -q --title 'a b' --pid -c mem --comm=. --minw 2 --hash --threads 1 -n 2 --skip-after main --skip-after=b -- true; cat argv.collapse-perf argv.flamegraph | grep -v '^--version' | constant
grep -o 'a b</text>' flamegraph.svg
