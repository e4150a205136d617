#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: law.collapse-guess short law sanitize RUN @bin@
#
# guess.sh BIN - collapse-guess recognises every fixture of every format that can be recognised,
# from a file and from a pipe, and prints what the format's own program prints. Given to flamegraph,
# each one is named in one line, and nothing is drawn.

. "$(dirname "$0")/../begin.sh"

check() # WHAT
{
	checks=$((checks + 1))
	if ! cmp -s out expected || ! grep -q "looks like $format\$" err; then
		failed=$((failed + 1))
		echo "FAILED $fixture, $1"
		head -n 3 err
	fi
}

check_refused() # HOW CODE
{
	checks=$((checks + 1))
	if [ "$2" -ne 1 ] || [ -s out ] || [ "$(wc -l <err)" -ne 1 ] ||
		! grep -q ": this is .*; try: .*collapse-$format .*| flamegraph > out\.svg\$" err; then
		failed=$((failed + 1))
		echo "FAILED $fixture, refused by flamegraph, $1"
		head -n 3 err
	fi
}

"$bin/collapse-guess" --list | cut -d ' ' -f 1 | grep -v '^folded$' >formats
while read -r format; do
	for fixture in "$fixtures/$(echo "$format" | tr - _)"/* "$fixtures/$format"/*; do
		[ -f "$fixture" ] || continue
		"$bin/collapse-$format" -q "$fixture" >expected 2>/dev/null
		"$bin/collapse-guess" "$fixture" >out 2>err
		check file
		# shellcheck disable=SC2002 # a pipe is the point
		cat "$fixture" | "$bin/collapse-guess" >out 2>err
		check pipe
		case $fixture in *.folded) continue ;; esac
		"$bin/flamegraph" "$fixture" >out 2>err
		check_refused file $?
		"$bin/flamegraph" <"$fixture" >out 2>err
		check_refused pipe $?
	done
done <formats
finish runs
