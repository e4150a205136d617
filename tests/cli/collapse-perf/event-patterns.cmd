# patterns of the shell, and all: a root frame, or a label, for each event
sample()
{
	printf 'prog 1/1 [000] 1.%d: %s %s: %s\n\t1000 work+0x1 (/bin/prog)\n\n' "$1" "$2" "$3" "$4"
}
{
	sample 1 '' syscalls:sys_enter_read 'fd: 0x00000003'
	sample 2 '' syscalls:sys_enter_write 'fd: 0x00000004'
	sample 3 '' syscalls:sys_exit_read '0x10'
	sample 4 20 cycles:u
	sample 5 30 cycles
	sample 6 '' syscalls:sys_enter_read 'fd: 0x00000005'
} >in
show()
{
	echo "== $*"
	collapse-perf "$@" in 2>&1
}
show --event-filter 'syscalls:sys_enter_*'
show --event-filter 'syscalls:sys_enter_*' --header
show --event-filter 'syscalls:sys_enter_*' --labels event
show --event-filter 'cycle?'
show --event-filter '*:sys_e[nx]*_read' --event-filter cycles:u
show --event-filter all -j 3 --chunk-size 1
show --event-filter 'nothing*'
echo == as the originals: only the name
stackcollapse-perf.pl --event-filter='cycle?' in 2>&1
inferno-collapse-perf --event-filter all in 2>&1
