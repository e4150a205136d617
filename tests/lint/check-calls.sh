#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check-calls.sh NM LIBRARY... - no files of the libraries call each other in a circle, whatever
# their headers say. A table that a file refers to counts as called. Needs nm.

set -u
nm=${1:?usage: check-calls.sh NM LIBRARY...}
shift

"$nm" -A "$@" | awk '
# libflambeau_common.a:buf.c.o:0000000000000000 T buf_add, or :                 U memcpy
NF >= 3 {
	split($0, words, ":")
	file = words[2]
	symbol = $NF
	kind = $(NF - 1)
	if (kind ~ /^[TDRBV]$/)
		definer[symbol] = file
	else if (kind == "U" && !((file, symbol) in seen)) {
		seen[file, symbol]
		users[++count] = file
		used[count] = symbol
	}
}

# What calls nothing that is left, or is called by nothing that is left, is in no circle.
function check_circles(edge, ends, calls, called, changed) {
	do {
		changed = 0
		split("", calls)
		split("", called)
		for (edge in edges) {
			split(edge, ends, " ")
			calls[ends[1]]
			called[ends[2]]
		}
		for (edge in edges) {
			split(edge, ends, " ")
			if (!(ends[2] in calls) || !(ends[1] in called)) {
				delete edges[edge]
				changed = 1
			}
		}
	} while (changed)
	for (edge in edges) {
		split(edge, ends, " ")
		printf "%s calls %s of %s, in a circle\n", ends[1], edges[edge], ends[2]
		bad = 1
	}
}

END {
	for (i = 1; i <= count; i++) {
		if (used[i] in definer && definer[used[i]] != users[i]) {
			edges[users[i] " " definer[used[i]]] = used[i]
			total++
		}
	}
	check_circles()
	if (total == 0) {
		print "nm shows no calls: skipped"
		exit 77
	}
	if (!bad)
		printf "%d calls between files, none in a circle\n", total
	exit bad
}'
