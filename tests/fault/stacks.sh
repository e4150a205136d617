#!/bin/bash
# SPDX-License-Identifier: MIT
# ctest: fault.stacks short fault NEEDS inject events RUN @bin@ @inject@ @made@/work
#
# stacks.sh BIN INJECT WORK - record-stacks: reads and writes that transfer little or are interrupted leave a recording
# that collapse-perf reads; the Nth write that fails ends the recording and the command, with a line that says so.
# INJECT is the library built from inject.c, WORK the program of work.c. Exit 77: nothing can be recorded here.

inject=$(realpath "${2-}") && work_program=$(realpath "${3-}") || exit 2
. "$(dirname "$0")/../begin.sh"
injected=0

fail() # WHAT
{
	failed=$((failed + 1))
	echo "FAILED FAULT=$fault: $1"
	head -n 3 err
}

# The recorder alone gets the library: the command is started without it.
run() # WORD...
{
	checks=$((checks + 1))
	rm -f log
	LD_PRELOAD=$inject FAULT=$fault FAULT_LOG=log "$bin/record-stacks" -e cpu-clock -F 2000 -o out.data -- \
		env -u LD_PRELOAD -u FAULT "$@" >out 2>err
}

if ! "$bin/record-stacks" -o probe -- true 2>/dev/null; then
	echo "skipped: nothing can be recorded here"
	exit 77
fi

for fault in short interrupted; do
	run "$work_program" busy 50 || fail "exit code $?"
	"$bin/collapse-perf" -q out.data | grep -q burn_most || fail "the stacks are not there"
	[ -s log ] && injected=$((injected + 1))
done
[ $injected -eq 2 ] || { echo "FAILED: only $injected kinds of faults were injected"; failed=$((failed + 1)); }

# True if the recording ends with the end of the last round. The byte that wakes the recorder is
# written, too, and is no part of a recording.
is_whole()
{
	[ "$(tail -c 8 out.data | od -An -tx1 | tr -d ' ')" = 4400000000000800 ]
}

n=1
while [ $n -le 200 ]; do
	fault=write=$n
	run sh -c 'exec sleep 0.2' # a command that ends by itself, however the recording goes
	code=$?
	[ -s log ] || break
	[ $code -eq 0 ] && is_whole && n=$((n + 1)) && continue
	[ $code -eq 1 ] || [ $code -eq 125 ] || fail "exit code $code"
	grep -qE '^record-stacks: ' err || fail "says nothing"
	n=$((n + 1))
done
[ $n -gt 1 ] || { echo "FAILED: no write failed"; failed=$((failed + 1)); }
echo "$checks recordings, $((n - 1)) failing writes, $failed failed"
[ $failed -eq 0 ]
