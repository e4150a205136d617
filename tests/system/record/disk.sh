#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: record.disk short fault RUN @bin@
#
# disk.sh BIN - flamegraph-record on a disk that is full, or becomes so while it records: the
# messages say so, and nothing is left. With --perf-args perf writes a file, not to a pipe. Skipped
# (77) where no small file system can be mounted.

set -u
bin=$(cd "${1:?usage: disk.sh BIN}" && pwd) || exit 2
here=$(cd "$(dirname "$0")" && pwd)
export LC_ALL=C

if [ "${DISK-}" = '' ]; then
	own=-m
	[ "$(id -u)" -eq 0 ] || own=-rm
	if ! unshare $own true 2>/dev/null; then
		echo 'skipped: nothing can be mounted here'
		exit 77
	fi
	DISK=$(mktemp -d)
	export DISK
	unshare $own sh "$0" "$bin"
	code=$?
	rmdir "$DISK"
	[ $code -le 1 ] || code=77
	exit $code
fi

if ! mount -t tmpfs -o size=200k tmpfs "$DISK" 2>/dev/null; then
	echo 'skipped: nothing can be mounted here'
	exit 77
fi
cd "$DISK" || exit 2
PATH=$here/stand-in:$PATH
failed=0

run() # WHAT PATTERN - with a perf that does what PERF says
{
	"$bin/flamegraph-record" --profiler perf --perf-args=-v -- echo recorded >said 2>&1 &&
		fail "$1: exit code 0"
	grep -q "$2" said || fail "$1: no message"
	! grep -q 'too short' said || fail "$1: another reason is given"
	left=$(echo flamegraph*)
	[ "$left" = 'flamegraph*' ] || fail "$1: left $left"
}

fail() # WHAT
{
	failed=$((failed + 1))
	echo "FAILED $1"
	cat said
}

PERF=full SCRIPT=/dev/null
export PERF SCRIPT
run 'it becomes full' 'the disk is full: there is no room for the recording in '
grep -q '^recorded$' said || fail 'it becomes full: the command did not run'
PERF=empty
head -c 170000 /dev/zero >fill
run 'it is full' 'the disk is full: there is no room for the recording in '
! grep -q '^recorded$' said || fail 'it is full: the command ran'
[ $failed -gt 0 ] || echo 'a full disk is named'
exit $((failed > 0))
