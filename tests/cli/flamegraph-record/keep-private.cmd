# a recording is for its owner alone; one that is replaced keeps its mode; a pipe and an open file get a copy
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf dtrace; umask 022
quiet() { flamegraph-record -q "$@" -- true 2>&1 | constant; }
quiet --keep=piped; quiet --keep=file --perf-args=-q; quiet --keep=text --profiler dtrace; stat -c '%a %n' piped file text flamegraph.svg
touch mine; chmod 640 mine; quiet --keep=mine; stat -c '%a %n' mine; cmp "$SCRIPT" mine
mkfifo fifo; cat fifo >got & quiet --keep=fifo; wait; cmp "$SCRIPT" got; stat -c '%F' fifo
quiet --keep=/dev/fd/3 3>opened; cmp "$SCRIPT" opened; ls
