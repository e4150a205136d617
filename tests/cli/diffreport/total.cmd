# a program that is slower everywhere has the same shares: the first line of every format says so
folded() { printf '# flambeau: event=cpu-clock\n# flambeau: unit=%s\nprog;main;a %s\nprog;main;b %s\n' "$@"; }
folded ns 593000000 400000000 >before
folded ns 1779000000 1200000000 >after
for format in text brief markdown json; do
	diffreport -f $format before after | head -n 1
	diffreport -f $format --fail-over 2 before after >out; echo "exit $?"; head -n 1 out
done
for unit in us ms s bytes faults samples; do folded $unit 1000 200 >1; folded $unit 1010 201 >2; diffreport 1 2 | head -n 1; done
echo == without a header
printf 'a 10\n' >1; printf 'a 5\nb 2.5\n' >2; diffreport 1 2 | head -n 1
echo == the mean of the recordings, also with weights
folded ns 100 0 >1; folded ns 201 0 >2; folded ns 300 0 >3
diffreport --before 1 --before 2 --after 3 | sed -n '1p; /^Before/p'
diffreport --before 1:0.5 --before 3:0.5 --after 2 | head -n 1
diffreport --before 1:3 --before 3 --after 2 | head -n 1
