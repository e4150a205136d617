# needs: native
# when collapse-perf has ended, the recorder of a process is ended, too; that of a command is not
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only; copy_tools collapse-perf
printf '#!/bin/sh\n[ "$1" = --generate=rows ] && exit\nhead -c 1 >/dev/null; echo "no memory" >&2; exit 1\n' >bin/collapse-perf; chmod +x bin/collapse-perf
EVENTS=endless; export EVENTS; flamegraph-record --profiler events -q -p $$; echo "exit $?"
EVENTS=works; flamegraph-record --profiler events -q -- sh -c 'sleep 0.2; echo goes on'; echo "exit $?"
