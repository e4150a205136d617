#!/bin/bash
# SPDX-License-Identifier: MIT
# ctest: fault.file-size short fault NEEDS Linux RUN @bin@ @all_writers@ collapse-perf
#
# file-size.sh BIN TOOL... - a file that grows beyond the limit of the process (ulimit -f) fails as on a full disk: one
# line that says so, exit code 1 (125 of record-stacks), the file as it was before, nothing left. Commands that are
# recorded have the signal SIGXFSZ as the caller had it.

. "$(dirname "$0")/../begin.sh"

fail() # WHAT
{
	failed=$((failed + 1))
	echo "FAILED $tool to $to: $1"
	head -n 3 err
}

awk 'BEGIN { for (i = 0; i < 2000; i++) printf "main;a_function_of_some_length_%d 1\n", i }' >many
awk 'BEGIN { for (i = 0; i < 500; i++) printf "cat %d 1.0: 1 ev:\n\t%16x f%d (/bin/cat)\n\n", i, i, i }' >samples

# The limit is 1 KiB, for what the tools say too.
limited() # OUTPUT COMMAND... - stdout goes there
{
	local to=$1
	shift
	(ulimit -f 1; exec "$@" >"$to" 2>err)
}

run() # OPTION...
{
	case $tool in
	difffolded) limited "$to" "$bin/$tool" -q "$@" many many ;;
	collapse-perf) limited "$to" "$bin/$tool" -q "$@" samples ;;
	range-perf) limited "$to" "$bin/$tool" -q "$@" 0 9 samples ;;
	*) limited "$to" "$bin/$tool" -q "$@" many ;;
	esac
}

for tool; do
	"$bin/$tool" --help >/dev/null || continue
	checks=$((checks + 1))
	to=a-file
	echo precious >result
	run -o result
	code=$?
	[ $code -eq 1 ] || fail "exit code $code, expected 1"
	[ "$(grep -c 'result: File too large' err)" -eq 1 ] || fail "that is not what it says"
	[ "$(<result)" = precious ] || fail "the file is not as it was"
	[ -z "$(find . -name 'result?*')" ] || fail "a part of a file is left"
	to=standard-output
	run
	code=$?
	[ $code -eq 1 ] || fail "exit code $code, expected 1"
	grep -q 'standard output: File too large' err || fail "that is not what it says"
done

tool=record-stacks to=recording
if "$bin/$tool" -q -o probe -- true 2>/dev/null; then
	checks=$((checks + 3))
	limited out "$bin/$tool" -q -o recording -- sleep 10
	code=$?
	[ $code -eq 125 ] || fail "exit code $code, expected 125"
	grep -q 'recording: File too large' err || fail "that is not what it says"
	# shellcheck disable=SC2016
	"$bin/$tool" -q -o recording -- sh -c 'kill -XFSZ $$; echo survived' >out 2>err
	code=$?
	[ $code -eq 153 ] || fail "exit code $code: the command does not have the signal's default"
	# shellcheck disable=SC2016
	(trap '' XFSZ; exec "$bin/$tool" -q -o recording -- sh -c 'kill -XFSZ $$; echo survived') >out 2>err
	[ "$(<out)" = survived ] || fail "the command does not ignore the signal as its caller does"
fi
finish checks
