# recordings of different lengths: shares are compared, and the report says so; the graph has the same colours
printf '# flambeau: event=cpu-clock unit=ns\nserver;idle 9000000000\nserver;work 1000000000\n' >before
printf '# flambeau: event=cpu-clock unit=ns\nserver;idle 18000000000\nserver;work 2000000000\n' >after
for format in text markdown json; do diffreport --normalize -f $format before after | grep -e '^all' -e Compared -e comparison; done
diffreport --normalize --fail-over 2% before after >out; echo "exit $?"; head -n 1 out
diffreport --normalize --fail-over-total 5% before after; echo "exit $?"
diffreport --normalize --fail-over 5ms before after; echo "exit $?"
diffreport --normalize --budget 'x=+5ms' before after; echo "exit $?"
legend() { sed -n '/id="legend"/,/<\/g>/s/.*<text[^>]*>\([^<]*\).*/\1/p' "$1" | tail -n 1; grep -o 'id="subtitle"[^<]*' "$1"; }
echo == graphs
diffreport --svg all.svg before after >out; legend all.svg
diffreport --normalize --svg shares.svg before after >out; legend shares.svg
sed 's/unit=ns/unit=bytes/' after >bytes; diffreport --svg other.svg before bytes >out; legend other.svg
echo == a graph of means
diffreport --svg means.svg --before before --before after --before after --after after >out; head -n 1 out; legend means.svg
