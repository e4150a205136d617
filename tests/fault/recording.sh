#!/bin/bash
# SPDX-License-Identifier: MIT
# ctest: fault.recording short fault NEEDS inject RUN @bin@ @inject@
#
# recording.sh BIN INJECT - collapse-perf on recordings, from a file and a pipe: reads that transfer little or are
# interrupted change nothing; reads, writes, memory, mappings and threads that fail, the Nth for every N, change
# nothing or end it with 1, a message and no output. INJECT is the library built from inject.c.
# Where there are python3 and gcc, recordings with programs too: call frame information, debugging information in one
# file, compressed and split off, a dump of a just-in-time compiler, .sframe, copies beside chains, with the places of cut
# stacks. A file of symbols that cannot be read costs its names.

inject=$(realpath "${2-}") || exit 2
. "$(dirname "$0")/../begin.sh"

loader='cannot allocate memory for thread-local data: ABORT' # says glibc 2.41

options=()
reached=0

fail() # WHAT
{
	failed=$((failed + 1))
	[ $failed -gt 20 ] || { echo "FAILED $recording, $how, FAULT=$fault: $1"; head -n 3 err; }
}

run()
{
	checks=$((checks + 1))
	rm -f log
	set -- "$bin/collapse-perf" -q --no-header "${options[@]}" --symfs "$root" -j 2
	case $how in
	file) LD_PRELOAD=$inject FAULT=$fault FAULT_LOG=log "$@" "$recording" >out 2>err ;;
	pipe) # shellcheck disable=SC2002
		cat "$recording" | LD_PRELOAD=$inject FAULT=$fault FAULT_LOG=log "$@" >out 2>err ;;
	esac
}

# True if a file could not be read, so that its stacks are complete, but without names.
is_without_names()
{
	case $root,$fault in
	/var/empty,*) return 1 ;;
	*,read=* | *,mmap=*) ;;
	*) return 1 ;;
	esac
	[ "$(awk '{ n += $NF } END { print n }' out)" = "$(awk '{ n += $NF } END { print n }' expected)" ]
}

check_failure() # STATUS: of a run in which something failed
{
	if [ "$1" -eq 0 ]; then
		cmp -s out expected || is_without_names || fail "exit code 0 and another result"
	elif [ "$1" -eq 127 ] && grep -qx -e 'out of memory' -e "$loader" err; then
		# The loader of libraries ends the program itself, when it cannot load that of C++; or at
		# the end, for what that one does then.
		[ ! -s out ] || cmp -s out expected || fail "a part of the output"
	elif [ "$1" -ne 1 ]; then
		fail "exit code $1, expected 1"
	else
		[ -s err ] || fail "no message"
		[ "${fault%=*}" = write ] || [ ! -s out ] || fail "there is output"
	fi
}

inject_all() # HOW... - for $recording below $root
{
	"$bin/collapse-perf" -q --no-header "${options[@]}" --symfs "$root" "$recording" >expected 2>err || exit 1
	[ -s expected ] || exit 1
	for how; do
		for fault in short interrupted; do
			run || fail "exit code $?"
			cmp -s out expected || fail "the result differs"
		done
		for kind in read write malloc memory mmap thread; do
			for ((number = 1; number <= 1000; number++)); do
				fault=$kind=$number
				run
				status=$?
				[ -e log ] || break
				reached=$((reached + 1))
				check_failure $status
			done
		done
	done
}

# In the corpus the first byte is the fuzzer's.
names="ksymbols pipe packed"
case " ${WITHOUT-} " in *" zstd "*) names="ksymbols pipe" ;; esac
root=/var/empty
for name in $names; do
	recording=$name.data
	tail -c +2 "$here/../fuzz/corpus/recording/$name" >"$recording"
	inject_all file pipe
done

if command -v python3 >/dev/null; then
	python3 -B "$here/../system/recordings/inlines.py" . && python3 -B "$here/../system/recordings/stacks.py" . || exit 1
	for root in indexed zlib; do
		recording=demo.data
		inject_all file
	done
	for root in jit x86_64; do
		recording=$root.data
		inject_all file
	done
	options=(--repair-cut)
	for root in x86_64 sframe2-x86_64; do
		recording=walked-x86_64.data
		inject_all file
	done
	options=()
fi
if command -v python3 gcc nm >/dev/null; then
	# shellcheck source=/dev/null
	(. "$here/../../fixtures/cli/collapse-perf/inline-own.sh"
		gcc -O2 -g -gsplit-dwarf -c program.c && gcc -o program program.o && nm program >symbols &&
			python3 -B "$here/../system/recordings/split.py" record program "$(address inner_here)") || exit 1
	root=/
	recording=program.data
	inject_all file
	options=(--lines)
	inject_all file
fi
echo "$checks runs, $reached failures injected: $failed failed"
[ $failed -eq 0 ] && [ $reached -gt 100 ]
