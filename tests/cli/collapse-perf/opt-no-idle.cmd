# of text, too: process 0, the kernel's idle loop, and no user code
sample() # COMM ID FRAME...
{
	echo "$1 $2 [000] 1.0: 10 cycles:"
	shift 2
	for frame; do
		printf '\t%16x %s\n' 4096 "$frame"
	done
	echo
}
loop() # ID
{
	sample swapper "$1" 'native_safe_halt+0x1 ([kernel.kallsyms])' 'do_idle+0x1 ([kernel.kallsyms])' \
		'cpu_startup_entry+0x1 ([kernel.kallsyms])' '[unknown] ([unknown])'
}
busy()
{
	sample swapper 9 'do_idle+0x1 (/opt/swapper)' 'main+0x1 (/opt/swapper)'
	sample swapper 0 'start_kernel+0x1 (vmlinux)' 'x86_64_start_kernel+0x1 (vmlinux)'
	sample worker 7 'schedule+0x1 ([kernel.kallsyms])' 'kthread+0x1 ([kernel.kallsyms])'
}
nameless()
{
	sample swapper 0 '[unknown] ([kernel.kallsyms])' '[unknown] ([kernel.kallsyms])'
}
(loop 0 && busy && loop 0/0 && loop 0) | collapse-perf --no-header --no-idle 2>&1
echo "== without names"
(nameless && busy && nameless) | collapse-perf --no-header --no-idle 2>&1
echo "== in a pid namespace"
(nameless && sample swapper 0 'main+0x1 (/opt/outside)' && loop 0 && nameless) | collapse-perf --no-header --no-idle 2>&1
echo "== one line of the function"
echo 'swapper 0 [000] 1.0: cycles: ffffffff81000000 do_idle+0x1 ([kernel.kallsyms])' | collapse-perf --no-header --no-idle 2>&1
