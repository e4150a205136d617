#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: lint.calls short lint NEEDS !sanitizers RUN @CMAKE_NM@ @all_objects@
#
# check-calls.sh NM LIBRARY... - no files of the libraries, or objects, call each other in a circle,
# whatever their headers say. A table that a file refers to counts as called. Needs nm.

set -u
nm=${1:?usage: check-calls.sh NM LIBRARY...}
shift

edges=$("$nm" -A "$@" | awk '
# libflambeau_common.a:buf.c.o:0000000000000000 T buf_add, or :                 U memcpy; of an
# object its path stands in front.
NF >= 3 {
	split($0, words, ":")
	file = words[1] ~ /\.o$/ ? words[1] : words[2]
	sub(/.*\//, "", file)
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

END {
	for (i = 1; i <= count; i++) {
		if (used[i] in definer && definer[used[i]] != users[i])
			print users[i], definer[used[i]]
	}
}')
[ -n "$edges" ] || { echo "nm shows no calls: skipped"; exit 77; }
echo "$edges" | sh "$(dirname "$0")/circles.sh" || exit 1
echo "$(echo "$edges" | sort -u | wc -l) pairs of a file and one that it calls, none in a circle"
