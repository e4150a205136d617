#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: lint.formats short lint RUN @root@
#
# check-formats.sh ROOT - every format of collapse/formats.def has its source, fixtures, manual
# page and command line cases.

set -u
cd "${1:?usage: check-formats.sh ROOT}" || exit 2

bad=0
need() # PATH FORMAT
{
	for path in $1; do
		[ -e "$path" ] && return
	done
	echo "format $2: $1 is missing"
	bad=1
}

rows=$(sed -n 's/^COLLAPSE_FORMAT(\([A-Za-z0-9_]*\).*/\1/p' collapse/formats.def) || exit 2
for format in $rows; do
	tool=collapse-$(echo "$format" | tr _ -)
	need "collapse/*/$format.c" "$format"
	need "fixtures/${tool#collapse-}/*" "$format"
	need "man/$tool.1" "$format"
	need "tests/cli/$tool.t" "$format"
done
[ -n "$rows" ] || { echo "no row found in collapse/formats.def"; bad=1; }
[ $bad -ne 0 ] || echo "$(echo "$rows" | wc -l) formats are complete"
exit $bad
