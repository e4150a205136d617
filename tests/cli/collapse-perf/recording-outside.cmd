# needs: python3
# perf in a pid namespace gives pid 0 to all that runs outside: it is no process, and idle tasks are none of it
. "$CASES/recording-forms.sh"
forms outside
forms outside-flat
forms outside --pid
forms outside --comm docker
forms outside --comm outside --tid
forms outside --pid-filter 0
forms outside --labels pid,comm
forms outside --list-labels
echo "== as others"
stackcollapse-perf.pl --symfs root --pid outside.data
inferno-collapse-perf --symfs root outside.data
echo "== others"
collapse-perf --symfs root --stats outside.data 2>&1 | grep -v -e ' s,' -e MB
cat outside.pipe outside-big.pipe | collapse-perf --symfs root --live 100s | grep outside
