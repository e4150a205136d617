# needs: collapse-cpuprofile
# host and command only when asked for; a file named all is ./all
perf=$FIXTURES/perf/threads-fp.header.txt
for way in --header "--header all" --header=all; do
	collapse-perf $way "$perf" | grep '^#' | grep -c -e host= -e command=
done
collapse-perf "$perf" --header all -o out && grep '^# flambeau: [fhc]' out
collapse-callgrind --header all "$FIXTURES/callgrind/callers.out" | grep '^#'
collapse-massif --header all "$FIXTURES/massif/tree.out" | grep '^#'
collapse-stackprof --header "$FIXTURES/stackprof/wall.json" | grep '^#'
collapse-perf --header all ./all; collapse-perf --header=some "$perf"
printf '# flambeau: host=h command=c\na;b 1\n' | tee all | collapse-recursive --header; collapse-recursive --header ./all
stackcollapse-perf.pl --header all 2>&1 | head -n 1
