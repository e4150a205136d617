#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: lint.spdx short lint RUN @root@
#
# check-spdx.sh ROOT - every source file, script, page and style names its licence in its
# first five lines.

set -u
cd "${1:?usage: check-spdx.sh ROOT}" || exit 2
. tests/lint/files.sh

wants_licence() # FILE
{
	case $1 in
	fixtures/* | tests/fuzz/corpus/*) return 1 ;;
	*.c | *.h | *.def | *.sh | *.awk | *.py | *.js | *.mjs | *.css | *.cmake | *.t) return 0 ;;
	*CMakeLists.txt | man/*.[1357]) return 0 ;;
	*.md | *.json | *.svg | LICENSE | .*) return 1 ;;
	esac
	head -n 1 "$1" | grep -q '^#!'
}

list=$(project_files) || exit 2
bad=0
count=0
while read -r file; do
	if [ ! -f "$file" ] || ! wants_licence "$file"; then
		continue
	fi
	count=$((count + 1))
	if ! head -n 5 "$file" | grep -q 'SPDX-License-Identifier: MIT'; then
		echo "$file: no line 'SPDX-License-Identifier: MIT' at the top"
		bad=1
	fi
done <<END
$list
END
[ $bad -ne 0 ] || echo "$count files name their licence"
exit $bad
