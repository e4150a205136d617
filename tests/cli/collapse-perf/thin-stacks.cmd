# most functions have no name, or no callers: a line says so, and what to record instead
samples() # COUNT FRAME...
{
	count=$1
	shift
	while [ "$count" -gt 0 ]; do
		echo "demo 7 [000] $count.0: 10 cycles:"
		for frame; do
			printf '\t%16x %s\n' 4096 "$frame"
		done
		echo
		count=$((count - 1))
	done
}
good() # COUNT
{
	samples "$1" 'leaf+0x1 (/opt/demo)' 'main+0x1 (/opt/demo)'
}
ask() # OPTION...
{
	collapse-perf --no-header "$@" >out 2>err
	cat err
}
echo "== good ones, and few bad ones"
good 40 | ask
(good 40 && samples 10 '[unknown] ([unknown])') | ask
samples 19 '[unknown] ([unknown])' | ask
echo "== no names, with callers"
(good 40 && samples 40 '[unknown] (/opt/libfoo.so)' '[unknown] (/opt/libfoo.so)' 'main+0x1 (/opt/demo)') | ask
samples 40 '[unknown] (/opt/demo)' '[unknown] (/opt/demo)' '[unknown] (/opt/demo)' | ask
samples 40 '[unknown] (/tmp/perf-7.map)' '[unknown] (/tmp/perf-7.map)' | ask
samples 40 '[unknown] ([kernel.kallsyms])' '[unknown] ([kernel.kallsyms])' | ask
echo "== no callers; code of a compiler is not built again"
samples 40 'leaf+0x1 (/opt/demo)' | ask
samples 40 'leaf+0x1 (/opt/demo)' '[unknown] ([unknown])' '[unknown] ([unknown])' | ask
samples 40 'leaf+0x1 (/opt/demo)' | ask --event-filter 'c*'
samples 40 '[unknown] (/tmp/perf-7.map)' | ask
samples 40 '[unknown] ([unknown])' | ask
echo "== nothing is said"
samples 40 '[unknown] ([unknown])' | ask --no-advice
samples 40 '[unknown] ([unknown])' | ask --list-events
samples 40 'leaf+0x1 (/opt/demo)' | ask --skip-after leaf
samples 40 '[unknown] ([unknown])' | ask -q
samples 40 '[unknown] ([unknown])' | stackcollapse-perf.pl 2>&1
samples 40 '[unknown] ([unknown])' | inferno-collapse-perf 2>&1
