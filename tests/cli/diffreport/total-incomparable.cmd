# different things have no common total: shares are compared, and a limit for the total is an error
folded() { printf '# flambeau: event=%s unit=%s\nprog;main;a %s\nprog;main;b %s\n' "$@"; }
folded cpu-clock ns 10000000 20000000 >ns
folded alloc bytes 10000000 20000000 >bytes
folded cycles cycles 10000000 20000000 >cycles
folded page-faults cycles 10000000 20000000 >other
sed 's/event=[^ ]* //' cycles >nameless
grep -v '^#' ns >plain
try() { echo "== $*"; diffreport "$@" >out; echo "exit $?: $(head -n 1 out)"; grep ^Compared out; }
for pair in 'ns bytes' 'cycles other' 'ns plain' 'plain ns' 'cycles nameless' 'plain plain'; do try $pair; done
try --before ns --before bytes --after ns
try --before cycles --before other --after cycles
for option in --fail-over=2 --fail-over-total=5% --fail-over=5ms --budget=a=+5ms --budget=a=+5; do try $option ns bytes; done
diffreport -f json ns bytes | head -n 1
# names of units are harmless
printf '# flambeau: unit="<b>\\x1b[2J"\na 1\n' >odd
diffreport odd ns | cat -v; diffreport -f markdown odd odd | head -n 1 | cat -v
