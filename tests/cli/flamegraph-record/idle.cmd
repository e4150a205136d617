# of all CPUs the samples of idle ones are left out, unless --idle is given; of a command they are not
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; copy_tools collapse-perf flamegraph
for tool in collapse-perf flamegraph; do
	printf '#!/bin/sh\n[ "$1" = --generate=rows ] || printf "%%s\\n" "$@" >>argv\nexec %s/%s "$@"\n' "$tools" $tool >bin/$tool
	chmod +x bin/$tool
done
passes() # OPTION...
{
	rm -f argv
	flamegraph-record -q "$@"
	echo "$*: $(grep -x -e --no-idle -e --idle argv | sort -u | tr '\n' ' ')"
}
passes -a --duration 1
passes -a --duration 1 --idle
passes -a --duration 1 --no-idle
passes -- true
