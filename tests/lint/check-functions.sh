#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: lint.functions short lint RUN @root@
#
# check-functions.sh [--update] ROOT - a static function's name is unique in its top-level folder, so
# that grep, breakpoints and profiles find one. functions.txt lists the old ones that are not, each
# with the number of functions that have it: a number may fall, not rise, and falls in
# the list, too: --update lowers numbers, and takes names that have become unique off it.

set -u
update=false
if [ "${1-}" = --update ]; then
	update=true
	shift
fi
cd "${1:?usage: check-functions.sh [--update] ROOT}" || exit 2
. tests/lint/files.sh
list=tests/lint/functions.txt

# FOLDER NAME COUNT of the names that several functions have. clang-format puts a definition on
# one line, up to its parameters; a prototype ends with a semicolon.
several=$(c_files '^(common|collapse|render|diff|record)/' | tr '\n' '\0' | xargs -0 awk '
/^static .*[^;]$/ {
	line = $0
	sub(/__attribute__\(\([^)]*\)\)/, "", line)
	if (line !~ /^[^=(]*[ *][a-z_0-9]+\(/)
		next
	sub(/\(.*/, "", line)
	sub(/.*[ *]/, "", line)
	folder = FILENAME
	sub(/\/.*/, "", folder)
	if (!seen[FILENAME, line]++) # not the other branch of an #if
		count[folder " " line]++
}
END {
	for (name in count) {
		if (count[name] > 1)
			print name, count[name]
	}
}' | LC_ALL=C sort)

if $update; then
	echo "$several" | awk '
	NR == FNR { old[$1 " " $2] = $3; next }
	($1 " " $2) in old { print $1, $2, $3 < old[$1 " " $2] ? $3 : old[$1 " " $2] }
	' "$list" - >"$list.new" && mv "$list.new" "$list"
fi
echo "$several" | awk -v list="$list" '
BEGIN {
	while ((getline line < list) > 0) {
		split(line, words, " ")
		old[words[1] " " words[2]] = words[3]
	}
}
{
	name = $1 " " $2
	now[name] = $3
	if (!(name in old))
		old[name] = 1
	if ($3 > old[name]) {
		printf "%s/: %d static functions are named %s: give them the prefix of their file\n",
			$1, $3, $2
		bad = 1
	}
}
END {
	for (name in old) {
		if (old[name] > 1 && now[name] < old[name]) {
			printf "%s: fewer functions are named %s now: check-functions.sh --update\n", list, name
			bad = 1
		}
	}
	if (!bad)
		print NR, "names that several functions have, all of them old"
	exit bad
}'
