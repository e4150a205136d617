# needs: python3
# an event on several units of the processor is one, unless a unit is asked for; the same of recordings of the samples
text=$FIXTURES/perf/hybrid.txt
python3 -B "$CASES/../../system/recordings/perfdata.py" "$text" made
collapse() # INPUT OPTION...
{
	input=$1
	shift
	collapse-perf --header "$@" "$input" 2>&1 | sed '/frequency=/d'
}
show()
{
	echo "== $*"
	collapse "$text" "$@" | tee printed
	collapse "$text" "$@" -j 3 --chunk-size 1 | cmp - printed
	for form in file pipe swapped; do
		collapse made/$form.data --symfs made/root "$@" | cmp - printed
	done
}
show
show --event-filter cycles
show --event-filter cycles:P
show --event-filter cycles:u
show --event-filter cpu_core/cycles/
show --event-filter cpu_atom/cycles/P
show --event-filter cycles --event-filter instructions
show --event-filter cpu_core/cycles/P --event-filter cycles
show --event-filter 'cpu_*/cycles/*'
show --event-filter 'cyc*'
show --labels event
show --list-events
echo "== whole names, as the originals have them"
stackcollapse-perf.pl "$text" 2>&1
stackcollapse-perf.pl --event-filter=cycles "$text" 2>&1
inferno-collapse-perf "$text" 2>&1
