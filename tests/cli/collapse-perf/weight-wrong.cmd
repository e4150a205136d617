# needs: python3
# no such field, no number, another event: the fields that there are
python3 -B "$CASES/../../system/recordings/tracepoints.py" made
show()
{
	for input in trace.txt file.data; do
		echo "== $* $input"
		symfs=
		[ $input = trace.txt ] || symfs='--symfs made/root'
		collapse-perf $symfs "$@" made/$input 2>&1
		echo "exit $?"
	done
}
show --weight nothing
show --weight ret
show --event-filter task:rename --weight path
show --event-filter task:rename --weight oldcomm
show --event-filter kmem:kfree --weight bytes_req
show --weight ''
echo == an event without fields
printf 'prog 1/1 [000] 1.5: 10 cycles:\n\t1000 work+0x1 (/bin/prog)\n\n' >cycles
collapse-perf --weight bytes_req cycles
python3 -B "$CASES/../../system/recordings/perfdata.py" "$FIXTURES/perf/hybrid.txt" plain
collapse-perf --weight bytes_req --symfs plain/root plain/file.data
echo == and under other names
stackcollapse-perf.pl --weight=ret made/trace.txt 2>&1 | head -1
inferno-collapse-perf --weight ret made/trace.txt 2>&1 | head -1
