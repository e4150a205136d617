# --fail-over, --fail-over-total: the exit code is 3 after graphs and report, which name the commands
. "$CASES/../../system/record/stand-in.sh"; only perf; SCRIPT=$PWD/script; export SCRIPT
cat >prog <<'END'
#!/bin/sh
while [ $# -gt 0 ]; do
	for i in $(seq $2); do printf "prog 1 1 $i.0: 1000000 cpu-clock: \n\t1 $1 (x)\n\t2 main (x)\n\n"; done; shift 2
done >script
END
chmod +x prog
try() { rm -f *.svg out.md; flamegraph-record -q compare --report out.md "$@" 2>err; echo "exit $?: $(ls *.svg | wc -l), $(head -n 1 out.md)"; cat err; }
try --fail-over-total 5% --fail-over 2% -- ./prog a 300 b 300 -- ./prog a 900 b 900
try --fail-over 2% -- ./prog a 300 b 300 -- ./prog a 900 b 900
try --fail-over 50ms -- ./prog a 300 b 300 -- ./prog a 900 b 900
try --fail-over-total 5% --fail-over 2% -- ./prog a 300 b 300 -- ./prog a 302 b 300
try --diff-normalize --fail-over 2% -- ./prog a 300 b 300 -- ./prog a 900 b 900
grep -o 'Before: .*(' out.md
try --fail-over 5x -- ./prog a 1 -- ./prog a 1
try --diff-normalize --fail-over-total 5% -- ./prog a 1 -- ./prog a 1
flamegraph-record --fail-over 2% -- ./prog a 1; echo "exit $?"
flamegraph-record -v compare -- ./prog a 300 -- ./prog a 600 2>&1 | grep -e ' all: ' -e 'job fail'
