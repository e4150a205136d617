for file in gdb/java.txt gdb/threads.txt elfutils/threads.txt faulthandler/work.txt ibmjava/native.txt perf-sched/wakeups.txt; do
	tool=collapse-${file%/*}
	echo "# $file"
	"$tool" -q --list-labels "$FIXTURES/$file"
	"$tool" -q --labels all "$FIXTURES/$file" >with
	"$tool" -q -j 4 --labels all "$FIXTURES/$file" | cmp - with
	sed -E 's/;[^@].*//' with | sort -u | head -4
	"$tool" -q "$FIXTURES/$file" >without
	collapse-filter --drop-label all with | cmp - without
done
printf '%s\n' 'Thread 0x00007efe3d70d6c0 [pool worker [1]] (most recent call first):' '  File "/a.py", line 4 in leaf' '' \
	'Current thread 0x00007efe3d70d6c1 (most recent call first):' '  File "/a.py", line 4 in leaf' |
	collapse-faulthandler --labels thread
# a wait of 1.5 us by two threads: what the first row loses, the second gets
wait() {
	printf 'a %s [000] %s: sched:sched_switch: prev_comm=a prev_pid=%s prev_prio=1 prev_state=S ==> next_comm=b next_pid=9 next_prio=1\n\t1000 f (x)\n\n' "$1" "$2" "$1"
	printf 'b 9 [000] %s: sched:sched_switch: prev_comm=b prev_pid=9 prev_prio=1 prev_state=R+ ==> next_comm=a next_pid=%s next_prio=1\n\t1000 g (x)\n\n' "$3" "$1"
}
{ wait 7 1.000000000 1.000001500; wait 8 2.000000000 2.000001500; } >waits
collapse-perf-sched -q --labels tid,state,time=1s waits
collapse-perf-sched -q waits
