# both graphs, that of the difference, and the other way round
. "$CASES/../../system/record/stand-in.sh"; only perf
SCRIPT=$PWD/script; export SCRIPT
sample() { printf 'b 1 1.0: %d cycles: \n\t1 %s (x)\n\t2 main (x)\n\n' "$1" "$2"; }
sample 10 f >first; { sample 10 f; sample 30 g; } >second
flamegraph-record compare --json --reverse-diff --output-dir out --label 'a b' -- cp first script -- cp second script 2>err |
	sed 's/\("duration_ms": \)[0-9]*/\1N/'; constant <err
ls out; for graph in out/*.svg; do echo "$graph"; grep -o '<title>[^<]*' "$graph"; grep -o '>[A-Z][A-Za-z :]*</text>' "$graph" | head -n 1; done
