#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: law.machine short law sanitize RUN @bin@ @made@/gen
#
# machine.sh [--update] BIN GEN - large recordings give the same bytes on every machine: 32 and 64
# bits, any order of bytes, any instruction set, any C library. machine.txt has what GEN makes, what
# reads that twice in a row, so that readers meet what they know, and cksum of the output.

set -u
update=false
[ "${1-}" != --update ] || { update=true; shift; }
table=$(cd "$(dirname "$0")" && pwd)/machine.txt
bin=$(cd "${1:?usage: machine.sh [--update] BIN GEN}" && pwd) || exit 2
gen=$(cd "$(dirname "${2:?usage: machine.sh [--update] BIN GEN}")" && pwd)/${2##*/} || exit 2
export LC_ALL=C

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2

grep '^#' "$table" >new
grep -v '^#' "$table" | {
	made=
	count=0
	failed=0
	while IFS='|' read -r input command expected; do
		# shellcheck disable=SC2086 # words
		if [ "$input" != "$made" ]; then
			"$gen" $input >once && cat once once >input || exit 2
			made=$input
		fi
		# shellcheck disable=SC2086
		set -- $command
		program=$1
		shift
		"$bin/$program" "$@" input >output || echo "exit code $?" >>output
		sum=$(cksum <output)
		count=$((count + 1))
		echo "$input|$command| $sum" >>new
		if [ "$expected" != " $sum" ] && ! $update; then
			echo "FAILED gen $input |$command: cksum is $sum, not$expected"
			failed=$((failed + 1))
		fi
	done
	$update || echo "$count outputs, $failed differ"
	[ $failed -eq 0 ] && [ $count -gt 0 ]
} || exit 1
! $update || cat new >"$table"
