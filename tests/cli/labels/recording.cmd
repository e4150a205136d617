for kind in file pipe swapped; do
	tail -c +4 "$CASES/../../fuzz/corpus/collapse-perf/recording-$kind" >perf.data
	echo "# $kind"
	collapse-perf -q --symfs /var/empty --list-labels perf.data
	collapse-perf -q --symfs /var/empty --labels time=1ms,cpu,tid,pid,host,event,comm perf.data >with
	grep -v '^#' with | cut -d ';' -f 1-9
	collapse-perf -q --no-header --symfs /var/empty perf.data >without
	collapse-filter --drop-label all with | grep -v "^#" | cmp - without
	collapse-perf -q -j 4 --symfs /var/empty --labels time=1ms,cpu,tid,pid,host,event,comm perf.data | cmp - with
done
