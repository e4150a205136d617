#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: events.refusals short cli NEEDS events RUN @bin@ @made@/events_refuse @made@/events_refuse_chains.so
#
# refusals.sh BIN REFUSE CHAINS - messages of record-stacks when the kernel does not let it record: each
# case is one line on standard error with advice. REFUSE is the program of refuse.c,
# CHAINS the library of refuse_chains.c.

set -u
PATH=$1:$PATH
refuse=$2
chains=$3
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
chmod 755 "$work"
bad=0 ran=0 skipped=0

"$refuse" perf_event_open EPERM true
if [ $? -eq 77 ]; then
	echo "skipped: no filters of system calls here"
	exit 77
fi

# says NAME PATTERN COMMAND... - does the command fail with one line like that, and run no command?
says()
{
	name=$1 pattern=$2
	shift 2
	rm -f ran
	"$@" >out 2>err
	code=$?
	ran=$((ran + 1))
	if [ $code -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] && grep -qE "^record-stacks: .*$pattern" err &&
		[ ! -e ran ]; then
		return
	fi
	echo "$name: exit $code"
	cat err
	bad=1
}

skip()
{
	echo "skipped: $*"
	skipped=$((skipped + 1))
}

open() # ERRNO WORD... - with a perf_event_open that fails so
{
	error=$1
	shift
	"$refuse" perf_event_open "$error" record-stacks "$@" -- touch ran
}

says seccomp 'seccomp.*--cap-add=PERFMON' open EPERM
says 'no perf events' 'no perf_event_open.*--profiler=sampler' open ENOSYS
says 'no hardware' "event 'cycles' does not exist.*-e cpu-clock" open ENOENT -e cycles
says 'no event at all' "event 'cpu-clock' does not exist" open ENOENT
says 'in use' "event 'cpu-clock' is in use" open EBUSY -e cpu-clock

echo older >x.data
says 'a file' 'seccomp' open EPERM -o x.data
if [ "$(cat x.data)" != older ] || [ -n "$(find . -name '*.part')" ]; then
	echo "a file: not as it was"
	bad=1
fi

# The others need a kernel that lets root record.
if ! record-stacks -o probe -- true 2>/dev/null; then
	skip "perf_event_open is not allowed here: locked memory, descriptors, other users"
	echo "$ran refusals, $skipped skipped"
	exit $bad
fi

# No chain beside a copy: the copy alone, which is said once, beside what a user may not record.
for how in auto,512 auto; do
	ran=$((ran + 1))
	if ! LD_PRELOAD=$chains record-stacks -e cpu-clock --call-graph $how -o chains.data -- sh -c \
			'i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done' 2>err || [ "$(grep -cv 'nothing is recorded of the kernel' err)" -ne 1 ] ||
		! grep -q "no call chain beside a copy.*--call-graph=dwarf,$(echo $how | sed 's/auto$/auto,8192/; s/auto,//')" err ||
		! collapse-perf --no-header chains.data 2>/dev/null | grep -q '^sh;.'; then
		echo "no chain beside a copy ($how)"
		cat err
		bad=1
	fi
done

says 'locked memory' 'KiB a CPU \(sysctl kernel.perf_event_mlock_kb\).*ulimit -l' \
	"$refuse" ring EPERM record-stacks -- touch ran

# few_descriptors N - so few that there are none for four events, but some for the rest
few_descriptors()
{
	(
		ulimit -n "$1"
		exec record-stacks -e cpu-clock,page-faults,context-switches,faults -- touch ran
	)
}

few=10
while few_descriptors $few >out 2>&1; ! grep -q 'file descriptor for each' out && [ $few -lt 60 ]; do
	few=$((few + 1))
done
says descriptors "a file descriptor for each.*the limit is $few: ulimit -n [0-9]* raises it" few_descriptors $few

if [ "$(id -u)" -ne 0 ] || ! setpriv --reuid=65534 --clear-groups true 2>/dev/null; then
	skip "not root: other users, kernel.perf_event_paranoid"
	echo "$ran refusals, $skipped skipped"
	exit $bad
fi

# as_other LEVEL WORD... - record as another user, where kernel.perf_event_paranoid reads as LEVEL
# and perf_event_open fails
as_other()
{
	level=$1
	shift
	echo "$level" >level
	# shellcheck disable=SC2016 # for the inner shell
	unshare -m sh -c 'mount --bind level /proc/sys/kernel/perf_event_paranoid && shift &&
		exec setpriv --reuid=65534 --clear-groups "$@"' sh - \
		"$refuse" perf_event_open EACCES record-stacks "$@"
}

chmod 777 .
if unshare -m sh -c 'touch x && mount --bind x /proc/sys/kernel/perf_event_paranoid' 2>/dev/null; then
	says 'level 3' 'paranoid is 3: users may not record; as root: sysctl .*=2' as_other 3 -- touch ran
	says 'level 4, off-CPU' 'paranoid is 4: users may not record; as root: sysctl .*=1' \
		as_other 4 --off-cpu -- touch ran
	says 'level 2, off-CPU' 'paranoid is 2: users may not record what happens in the kernel.*=1' \
		as_other 2 --off-cpu -- touch ran
	says 'level 1, the machine' 'paranoid is 1: users may not record all that runs.*=0' as_other 1 -a
	says 'level 1, of another' 'belongs to another user' as_other 1 -p 1
	ran=$((ran + 1))
	if unshare -m sh -c 'mount -t proc -o hidepid=2 proc /proc && exec setpriv --reuid=65534 --regid=65534 --clear-groups \
			record-stacks -e cpu-clock -o hidden -p "$1"' sh $$ 2>err ||
		! grep -q "/proc hides process $$ of another user (hidepid)" err; then
		echo "a process that /proc hides"
		cat err
		bad=1
	fi
else
	skip "no namespaces of mounts: kernel.perf_event_paranoid, hidepid"
fi

# of_user WORD... - record as another user, in a way that the words begin: user space alone, and that is said
of_user()
{
	ran=$((ran + 1))
	setpriv --reuid=65534 --clear-groups "$@" record-stacks -e cpu-clock -o user -- true 2>err &&
		grep -q 'paranoid is 2: nothing is recorded of the kernel' err && return
	echo "level 2: $*"
	cat err
	bad=1
}

# The level of this machine. Root of a container without rights is a user.
if [ "$(cat /proc/sys/kernel/perf_event_paranoid)" -eq 2 ]; then
	of_user
	if setpriv --reuid=65534 --clear-groups unshare -Ur true 2>/dev/null; then
		rm -f user
		of_user unshare -Ur
		says 'the machine, in a container' 'paranoid is 2: users may not record all that runs.*=0' \
			setpriv --reuid=65534 --clear-groups unshare -Ur record-stacks -e cpu-clock -a
	else
		skip "users may make no containers"
	fi
	says 'root without capabilities' 'paranoid is 2: users may not record all that runs.*=0' \
		setpriv --bounding-set=-all record-stacks -e cpu-clock -a
	says 'process of root' 'belongs to another user' \
		setpriv --reuid=65534 --clear-groups record-stacks -e cpu-clock -p $$
else
	skip "kernel.perf_event_paranoid is not 2"
fi
echo "$ran refusals, $skipped skipped"
exit $bad
