# needs: python3
# fields of tracepoints and probes as weights: of the text, and the same of recordings
python3 -B "$CASES/../../system/recordings/tracepoints.py" made
collapse() # INPUT OPTION...
{
	input=$1
	shift
	collapse-perf --header "$@" "made/$input" 2>&1 | sed '/frequency=/d'
}
show()
{
	echo "== $*"
	collapse trace.txt "$@" | tee printed
	collapse trace.txt "$@" -j 3 --chunk-size 1 | cmp - printed
	for form in file pipe swapped nameless nameless-pipe; do
		collapse $form.data --symfs made/root "$@" | cmp - printed
	done
}
show --weight bytes_req
show --event-filter 'kmem:*' --weight call_site
show --event-filter 'kmem:*' --weight bytes_alloc
show --event-filter kmem:kmalloc --weight node
show --event-filter 'probe:*' --weight ret
show --event-filter 'probe:*' --weight left --labels event
show --event-filter syscalls:sys_exit_read --weight ret
show --event-filter task:rename --weight oom_score_adj
show --event-filter all --weight ret
show --event-filter all --weight ret --list-events
