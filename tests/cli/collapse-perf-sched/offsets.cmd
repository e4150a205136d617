# offsets are dropped, as collapse-perf drops them
for options in '' --offsets; do
	collapse-perf-sched --no-header $options <<'END'
vi  77/77    [001]     5.000000: sched:sched_switch: prev_comm=vi prev_pid=77 prev_prio=120 prev_state=S ==> next_comm=sh next_pid=8 next_prio=120
	ffffffff81c04a1e __schedule+0x2de ([kernel.kallsyms])
	    7f1200000001 read+0x1 (/lib/libc.so.6)
	        5500abcd std::function<int (int)>::operator+0xdead (/opt/vi)

sh  8/8    [001]     5.000009: sched:sched_switch: prev_comm=sh prev_pid=8 prev_prio=120 prev_state=S ==> next_comm=vi next_pid=77 next_prio=120
	ffffffff81c04a1e __schedule+0x2de ([kernel.kallsyms])

END
done
