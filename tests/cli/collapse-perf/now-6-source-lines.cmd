# some frames have one, some have none: records are not joined
for option in '' --srcline; do
	echo "# collapse-perf $option"
	collapse-perf $option <"$CASES/now-6-source-lines.in" | tr ';' '\n'
done
