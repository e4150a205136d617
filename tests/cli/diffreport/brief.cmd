# a sentence and one list of what changed most
printf 'p;main;a 300\np;main;old 200\np;main;c 500\n' >before; printf 'p;main;a 500\np;main;new 250\np;main;c 250\n' >after
diffreport --format brief before after; diffreport -f brief --top 2 before after; diffreport -f brief before before
diffreport -f brief --fail-over 10% before after | head -n 1; printf 'p;main;b\033[1m 1000\n' >odd; diffreport -f brief --top 1 before odd
