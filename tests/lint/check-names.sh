#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: lint.names short lint RUN @root@
#
# check-names.sh ROOT - C files have names that are unique in the tree, fixtures are listed in
# their README, and one file alone asks which family a personality is of, or knows how to prefetch.

set -u
cd "${1:?usage: check-names.sh ROOT}" || exit 2
. tests/lint/files.sh

list=$(project_files) || exit 2
bad=0

twice=$(echo "$list" | grep '\.[ch]$' | sed 's,.*/,,' | sort | uniq -d)
for name in $twice; do
	echo "$name: more than one file has this name"
	bad=1
done

for file in $(echo "$list" | grep '^fixtures/[^/]*/' | grep -v '^fixtures/cli/'); do
	folder=${file%/*}
	set -- fixtures/README.md
	[ ! -e "$folder.md" ] || set -- "$@" "$folder.md"
	if ! grep -qF "\`${file#fixtures/}\`" "$@"; then
		echo "$file: no line in fixtures/README.md or $folder.md"
		bad=1
	fi
done

found=$(echo "$list" | grep '\.[ch]$' | grep -v -e '^common/base/personality\.c$' -e '^tests/' |
	tr '\n' '\0' | xargs -0 grep -nE 'family *[!=]=|[!=]= *FAMILY_|case FAMILY_' /dev/null)
if [ -n "$found" ]; then
	echo "$found"
	echo "these lines ask for the family: see compat_pick()"
	bad=1
fi

found=$(echo "$list" | grep '\.[ch]$' | grep -v '^common/base/base\.h$' |
	tr '\n' '\0' | xargs -0 grep -n '__builtin_prefetc[h]' /dev/null)
if [ -n "$found" ]; then
	echo "$found"
	echo "these lines do not prefetch by PREFETCH()"
	bad=1
fi

[ $bad -ne 0 ] || echo "names are in order"
exit $bad
