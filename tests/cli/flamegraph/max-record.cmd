# Every way to draw leaves lines out that are too long.
printf 'a;b 1\n%s 5\na;c 2\n' aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa >in
for option in --minwidth=0 --reverse --flamechart; do
	flamegraph $option --max-record 20 in | grep -c '<title>'
done
difffolded --max-record 20 in in
diffreport --max-record 20 in in | head -n 1
export-top --max-record 20 in | head -n 2
