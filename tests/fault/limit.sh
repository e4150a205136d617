#!/bin/bash
# SPDX-License-Identifier: MIT
# ctest: fault.limit short fault NEEDS inject RUN @bin@ @all_readers@
#
# limit.sh BIN TOOL... - input that does not fit --max-memory is refused with one line that names
# the option, exit code 1 and nothing else; other input gives the same output as without the option.

. "$(dirname "$0")/../begin.sh"

fail() # WHAT
{
	failed=$((failed + 1))
	echo "FAILED ${command[*]}: $1"
	head -n 3 err
}

refused() # WHAT COMMAND... - what stderr says besides
{
	local what=$1 status
	shift
	command=("$@")
	checks=$((checks + 1))
	echo precious >result
	"$bin/$1" -q -o result "${@:2}" >out 2>err
	status=$?
	[ $status -eq 1 ] || fail "exit code $status, expected 1"
	[ "$(wc -l <err)" -eq 1 ] || fail "$(wc -l <err) lines on stderr, expected 1"
	grep -q "^$1: out of memory: --max-memory=[0-9]*[KM]* is too small$what" err ||
		fail "that is not what is wrong"
	[ ! -s out ] || fail "there is output"
	[ "$(<result)" = precious ] || fail "the file of -o is not as it was"
	rm -f result
	[ -z "$(find . -name 'result*')" ] || fail "a part of a file is left over"
}

limit=256M
same() # COMMAND...
{
	command=("$@")
	checks=$((checks + 1))
	"$bin/$1" -q "${@:2}" >expected 2>err || fail "it fails without a limit"
	"$bin/$1" -q --max-memory $limit "${@:2}" >out 2>err || fail "it fails with a limit"
	cmp -s out expected || fail "the result differs"
}

# 300,000 stacks of 600,001 frames: some 60 MB.
awk 'BEGIN { for (i = 0; i < 300000; i++) printf "main;f%d;g%d 1\n", i, i }' >many
head -n 1000 many >few
stacks='; read so far: [1-9][0-9]* different stacks of [1-9][0-9]* different frames$'

for threads in 1 2; do
	refused "$stacks" flamegraph -j $threads --max-memory 8M --minwidth 0 many
	refused "$stacks" flamegraph -j $threads --max-memory 8192k --reverse many
	refused "$stacks" difffolded -j $threads --max-memory 8388608 many many
	refused "$stacks" difffolded -j $threads --max-memory 8M -n many many
	refused "$stacks" diffreport -j $threads --max-memory 8M many many
	refused "$stacks" collapse-filter -j $threads --max-memory 8M many
	refused "$stacks" collapse-recursive -j $threads --max-memory 8M many
	refused "$stacks" collapse-guess -j $threads --max-memory 8M many
	same flamegraph -j $threads few
	same difffolded -j $threads few many
	same collapse-filter -j $threads --top 10 many
done

# The room that lines have to grow in does not count before it is used.
awk 'BEGIN { for (i = 0; i < 30000; i++)
	printf "cat %d 1.0: 1 ev:\n\t%16x f%d+0x%x (/bin/cat)\n\n", i % 7, i, i % 5000, i }' >samples
for threads in 1 2; do
	limit=40M same collapse-perf -j $threads samples
done

# Every program that has the option has the limit too. Lines are as long as there is memory for
# them.
head -c 100000000 /dev/zero | tr '\0' a >long
echo ' 1' >>long
head -c 8000000 long >line
for tool; do
	"$bin/$tool" --help | grep -q -e --max-memory || continue
	case $tool in
	collapse-files) refused '' "$tool" --max-memory 1K . ;;
	range-perf) refused '' "$tool" --max-memory 1K 0 1 line ;;
	*) refused '' "$tool" -j 1 --max-memory 1K line few ;;
	esac
done
refused '' flamegraph --max-memory 64M long
refused '' collapse-perf --max-memory 64M long
finish checks
