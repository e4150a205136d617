#!/bin/bash
# SPDX-License-Identifier: MIT
#
# inject.sh BIN INJECT TOOL... - reads and writes that transfer little or are interrupted change
# nothing; those that fail are one line on stderr and exit code 1, and no file appears. INJECT is
# the library built from inject.c.

set -u
here=$(cd "$(dirname "$0")" && pwd)
bin=$(cd "${1:?usage: inject.sh BIN INJECT TOOL...}" && pwd) || exit 2
inject=$(realpath "${2:?usage: inject.sh BIN INJECT TOOL...}") || exit 2
shift 2
fixtures=$here/../../fixtures
export LC_ALL=C

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2

checks=0
failed=0

fail() # WHAT
{
	failed=$((failed + 1))
	echo "FAILED $tool, FAULT=$fault, $how: $1"
	head -n 3 err
}

# Only the tool itself gets the library, and its messages stay visible.
run()
{
	checks=$((checks + 1))
	case $how in
	file) LD_PRELOAD=$inject FAULT=$fault "$bin/$tool" "$@" in >out 2>err ;;
	gzip) LD_PRELOAD=$inject FAULT=$fault "$bin/$tool" "$@" in.gz >out 2>err ;;
	pipe) # shellcheck disable=SC2002
		cat in | LD_PRELOAD=$inject FAULT=$fault "$bin/$tool" "$@" >out 2>err ;;
	esac
}

same()
{
	for fault in short interrupted; do
		for how in "${ways[@]}"; do
			run -q || fail "exit code $?"
			cmp -s out expected || fail "the result differs"
		done
	done
}

refused()
{
	local status
	run -q
	status=$?
	[ $status -eq 1 ] || fail "exit code $status, expected 1"
	[ "$(wc -l <err)" -eq 1 ] || fail "$(wc -l <err) lines on stderr, expected 1"
}

read_errors()
{
	for how in "${ways[@]}"; do
		for fault in read=1 read=2; do
			refused
			[ ! -s out ] || fail "there is output"
		done
	done
}

write_errors()
{
	how='file'
	for fault in write=1 write=2; do
		run -q -o whole
		if [ -e whole ] && ! cmp -s whole expected; then
			fail "a part of the result was left as the file"
		fi
		rm -f whole
	done
	fault=write=1
	refused
}

for tool; do
	case $tool in
	collapse-*) cat "$fixtures/${tool#collapse-}"/* ;;
	*) for i in $(seq 5000); do echo "main;function_$i;leaf_$i $i"; done ;;
	esac >in
	"$bin/$tool" -q in >expected
	ways=(file pipe)
	if gzip -q -c in >in.gz && "$bin/$tool" -q in.gz >/dev/null 2>&1; then
		ways+=(gzip)
	fi
	same
	read_errors
	write_errors
done
echo "$checks runs, $failed failed"
[ $failed -eq 0 ]
