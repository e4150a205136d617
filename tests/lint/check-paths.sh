#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: lint.paths short lint RUN @root@
#
# check-paths.sh ROOT - files of the project that its texts and sources name are there, as are the
# folders in the picture of ARCHITECTURE.md and those whose tests are in tests/unit; a function in a
# table of docs/ is in a file of its row.
# Capital letters stand for a name, NAME.c, and what is generated or installed is not looked for.

set -u
cd "${1:?usage: check-paths.sh ROOT}" || exit 2
. tests/lint/files.sh

list=$(project_files) || exit 2
bad=0

path='(common|collapse|render|diff|record|tests|man|packaging|debian)/[[:alnum:]_./-]*'
path="(^|[^[:alnum:]_/.-])$path\\.(c|h|sh|py|cmake|def|js|mjs|md|proto)(\$|[^[:alnum:]_])"
named=$(echo "$list" | grep -E '\.(md|[ch]|sh|cmake|txt|def|py|mjs|js)$' |
	grep -v -e '^fixtures/' -e '^tests/cli/' -e '^CHANGELOG\.md$' -e '^HACKING\.md$' |
	tr '\n' '\0' | xargs -0 grep -noE "$path" /dev/null |
	sed -E 's,^([^:]*:[0-9]+):[^a-z]?,\1 ,; s,[^a-z]$,,' |
	grep -v -e '[A-Z][A-Z].*\.c$' -e '\.pb-c\.[ch]$' -e '/node_modules/')
[ "$(echo "$named" | wc -l)" -gt 1000 ] || { echo "hardly any file is named"; bad=1; }

# In ARCHITECTURE.md and docs/ files are also named without their folders.
short=$(grep -noE '`[a-z0-9_]+\.[ch]`' ARCHITECTURE.md docs/*.md | tr -d '`')
for line in $short; do
	echo "$list" | grep -q "/${line##*:}\$" || [ "${line##*:}" = uthash.h ] || {
		echo "$line is not there"
		bad=1
	}
done

# So are they in comments of sources, but for those of examples.
short=$(echo "$list" | grep '\.[ch]$' | tr '\n' '\0' | xargs -0 grep -noE \
	'[^\[:alnum:]_/."<-][a-z][a-z0-9_]*\.[ch]\>' /dev/null | grep -v -e '#include' \
	-e '[^a-z_]\([a-z]\|file\|queue\|zconf\)\.[ch]$' | tr ' ' _)
gone=$(echo "$short" | while IFS=: read -r file line name; do
	echo "$list" | grep -q "/${name#?}\$" || echo "$file:$line: ${name#?} is not there"
done)
[ -z "$gone" ] || { echo "$gone"; bad=1; }

# Functions start a line of their file, with their type before them or not.
lost=$(grep -nE '^\|.*`[a-z0-9_]+\(\)`' docs/*.md | while IFS= read -r row; do
	files=$(echo "$row" | grep -oE '`[a-z_/0-9]+/[a-z0-9_]+\.[ch]`' | tr -d '`')
	for function in $(echo "$row" | grep -oE '`[a-z0-9_]+\(\)`' | tr -d '`()'); do
		# shellcheck disable=SC2086 # several files
		grep -qE "^[a-z].*[ *]?$function\(" $files /dev/null ||
			echo "${row%%:|*}: $function() is not in" $files
	done
done)
[ -z "$lost" ] || { echo "$lost"; bad=1; }

for folder in $(sed -n '/^```folders/,/^```$/s/^[0-9]* *\([a-z][^ ]*\).*/\1/p' ARCHITECTURE.md); do
	[ -d "$folder" ] || { echo "ARCHITECTURE.md: there is no folder $folder"; bad=1; }
done

for folder in $(echo "$list" | sed -n 's,^tests/unit/\(.*\)/[^/]*$,\1,p' | sort -u); do
	[ -d "$folder" ] || { echo "tests/unit/$folder tests nothing of $folder"; bad=1; }
done

missing=$(echo "$named" | while read -r where file; do
	[ -e "$file" ] || echo "$where: $file is not there"
done)
[ -z "$missing" ] || { echo "$missing"; bad=1; }
[ $bad -ne 0 ] || echo "$(echo "$named" | wc -l) paths lead to files"
exit $bad
