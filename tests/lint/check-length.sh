#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: lint.length short lint RUN @root@
#
# check-length.sh ROOT - sizes of the C files outside tests: files up to 500 lines, functions
# up to 60 (between their braces), nine functions in ten up to 40.

set -u
cd "${1:?usage: check-length.sh ROOT}" || exit 2
. tests/lint/files.sh

# shellcheck disable=SC2016
c_files '^(common|collapse|render|diff|record)/' | xargs awk '
function file_ends() {
	if (lines > 500) {
		printf "%s: %d lines, more than 500\n", file, lines
		bad = 1
	}
}

FNR == 1 {
	file_ends()
	file = FILENAME
	start = 0
}

{ lines = FNR }

# A function has its braces in the first column; its name is on the line before, or where
# its parameters began.
/^[A-Za-z_].*\(/ { head = $0 }

/^\{/ { start = FNR }

/^\}[[:space:]]*$/ && start {
	length_now = FNR - start - 1
	start = 0
	functions++
	if (length_now > 40)
		over_40++
	if (length_now > 60) {
		name = head
		sub(/\(.*/, "", name)
		sub(/.*[ *]/, "", name)
		printf "%s:%d: %s has %d lines, more than 60\n", file, FNR, name, length_now
		bad = 1
	}
}

END {
	file_ends()
	if (over_40 * 10 > functions) {
		printf "%d of %d functions are longer than 40 lines, more than one in ten\n",
			over_40, functions
		bad = 1
	}
	if (!bad)
		printf "%d functions, %d of them longer than 40 lines\n", functions, over_40
	exit bad
}'
