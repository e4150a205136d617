# maps and dumps of the recorded processes are removed, unless they existed before, are another's, or --keep is given
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; EVENTS=works; export EVENTS; only; copy_tools collapse-perf
printf '#!/bin/sh\necho "$$" >pid\nfor file in perf-$$.map jit-$$.dump perfinfo-$$.map perf-$$.map.old perf-9$$.map; do echo >"/tmp/$file"; done\n' >path/node; chmod +x path/node
printf '#!/bin/sh\n"%s" "$@"; code=$?\nfor word; do case $word in --code-processes=*) while [ ! -s pid ]; do sleep 0.1; done; cat pid before >"${word#*=}" ;; esac; done\nexit $code\n' "$tools/collapse-perf" >bin/collapse-perf
chmod +x bin/collapse-perf
before=214$(printf %07d $$ | tail -c 7) # no process has this number
echo "$before" >before; echo >"/tmp/perf-$before.map"
left()
{
	pid=$(cat pid)
	(cd /tmp && ls -d "perf-$before.map" ./*-"$pid".* "perf-9$pid.map" 2>/dev/null) | sed "s,^\./,,; s/$before/BEFORE/; s/$pid/PID/" | LC_ALL=C sort
	(cd /tmp && rm -f ./*-"$pid".* "perf-9$pid.map")
	rm pid
}
flamegraph-record -q -- node; left
echo '== --keep'; flamegraph-record -q --keep -- node; left
echo '== --no-runtime'; flamegraph-record -q --no-runtime -- node; left
rm -f "/tmp/perf-$before.map"
