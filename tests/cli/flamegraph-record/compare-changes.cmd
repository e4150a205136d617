# at the end what changed: a sentence, and the five largest changes; the names of the programs are none
. "$CASES/../../system/record/stand-in.sh"; only perf; SCRIPT=$PWD/script; export SCRIPT
cat >old <<'END'
#!/bin/sh
me=${0##*/}
while [ $# -gt 0 ]; do
	for i in $(seq $2); do printf "$me 1 $i.0: 1000 cycles: \n\t1 $1 (x)\n\t2 main (x)\n\n"; done; shift 2
done >script
END
chmod +x old; cp old new
flamegraph-record compare --json -- ./old a 100 b 100 c 200 d 100 e 200 same 900 -- ./new a 250 b 10 d 1 c 300 e 50 f 60 same 900 2>err >/dev/null; constant <err
flamegraph-record compare -- ./old same 500 -- ./new same 501 2>&1 | constant; flamegraph-record -q compare -- ./old same 500 -- ./new a 501
flamegraph-record compare --keep-root -- ./old same 500 -- ./new same 501 2>&1 | constant
