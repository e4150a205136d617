# needs: flamegraph.pl inferno-flamegraph
# the nearest option or value is named, but by Perl's programs, and only what is shown in --help
for line in '--titel x' '--colours java' '-titel x' '--diff-palete x' '--generaet man' '--nosuch' \
	'--colors jaava' '--color-scheme drk' '--bgcolors gren' '--markup fulll' '--colors nosuch'; do
	for name in flamegraph inferno-flamegraph flamegraph.pl; do
		# shellcheck disable=SC2086 # words
		echo 'main;f 100' | $name $line 2>&1 >out | sed 's/one of [a-z, ]*/one of ... /'
	done
done
difffolded --normalise a b
inferno-diff-folded --normalise a b
diffreport --fromat=json a b
collapse-perf --kernl
inferno-collapse-perf --kernle
stackcollapse-perf.pl --kernle
flamegraph-record --colours java -- true
