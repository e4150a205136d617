#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: law.records short law RUN @bin@
# ctest: law.records-long long law RUN --all @bin@
#
# records.sh [--all] BIN - which records are too long for --max-record, and what is said of them,
# does not depend on how an input is read: output, messages and exit code are the same on any number
# of threads, in chunks of any size, from a file or a pipe. Folded stacks and a fixture of every
# collapser (--all: every fixture) are read so, with limits that some of their records pass.

all=
if [ "${1-}" = --all ]; then
	all=1
	shift
fi
. "$(dirname "$0")/../begin.sh"

runs=0
left_out=0

# shellcheck disable=SC2002 # a pipe is the point
run() # HOW TOOL ARG... - the result, with its code, to the file "got"
{
	how=$1
	shift
	case $how in
	file) "$@" FILE ;;
	pipe) cat FILE | "$@" ;;
	esac >out 2>err
	echo "exit code $?" >>err
	sed 's/standard input/FILE/g' err | cat out - >got
}

same() # WHAT
{
	runs=$((runs + 1))
	cmp -s expected got && return
	failed=$((failed + 1))
	echo "FAILED $1"
	[ $failed -gt 5 ] || diff -a -u expected got | head -n 20
}

check() # NAME TOOL - of the file FILE
{
	for size in 1 150 1000; do
		run file "$2" -j 1 --max-record $size
		mv got expected
		grep -q 'longer than --max-record' expected && left_out=$((left_out + 1))
		for way in "pipe 1" "file 2" "pipe 7"; do
			# shellcheck disable=SC2086 # two words
			set -- "$1" "$2" $way
			run "$3" "$2" -j "$4" --max-record $size
			same "$1: $3, -j $4, --max-record $size"
		done
		case $2 in */collapse-*) ;; *) continue ;; esac
		for way in "file 1 64" "pipe 2 64" "file 7 64" "pipe 1 7" "file 3 4096"; do
			# shellcheck disable=SC2086 # three words
			set -- "$1" "$2" $way
			run "$3" "$2" -j "$4" --chunk-size "$5" --max-record $size
			same "$1: $3, -j $4, --chunk-size $5, --max-record $size"
		done
	done
}

for folder in "$fixtures"/*/; do
	format=$(basename "$folder")
	tool=$bin/collapse-$format
	for fixture in "$folder"*; do
		if [ -x "$tool" ] && [ "$(wc -c <"$fixture")" -lt 60000 ]; then
			cp "$fixture" FILE
			check "$format/$(basename "$fixture")" "$tool"
			[ "$all" ] || break
		fi
	done
done
for program in flamegraph collapse-recursive export-top; do
	cp "$fixtures/folded/$(find "$fixtures/folded" -type f -exec basename {} \; | sort | head -n 1)" FILE
	check "$program" "$bin/$program"
done
echo "$runs runs, $left_out with records left out, $failed failed"
[ $failed -eq 0 ] && [ $left_out -gt 0 ]
