# other fields of perf script change nothing: before the time, between frames, below the stack
cat >plain <<'END'
vi  77/77    [001]     5.000000: sched:sched_switch: prev_comm=vi prev_pid=77 prev_prio=120 prev_state=S ==> next_comm=sh next_pid=8 next_prio=120
	ffffffff81c04a1e __schedule ([kernel.kallsyms])
	    7f1200000001 read (/lib/libc.so.6)

sh  8/9    [001]     5.000009: sched:sched_stat_sleep: comm=vi pid=77 delay=9000 [ns]
	ffffffff81c04a1e ttwu ([kernel.kallsyms])

END
sed 's/\[001\] /&U     2026-01-26 03:56:58.132978 /; s/^\t.*/&\n  file.c:12/; s/^$/ ABI:2    AX:0x1\n 0x1\/0x2\/P\/-\/-\/1\n/' plain >fields
sed 's/  *5.0/ K      5.0/' plain >misc
for text in plain fields misc; do
	collapse-perf-sched --no-header --wake-stacks --strict --labels tid,cpu $text
done
