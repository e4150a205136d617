# needs: python3
# a chain ends at an unknown marker; without an address it is the sample's; each such chain is counted
. "$CASES/recording-forms.sh"
forms chains
forms chains --strict
forms chains --list-events
echo "== as others"
stackcollapse-perf.pl --symfs root chains.data
inferno-collapse-perf --symfs root chains.data
