#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check-man.sh [--update] ROOT PROGRAM... - every program has man/<tool>.1, and what stands
# there between lines `.\" BEGIN X` and `.\" END X`, for X SYNOPSIS and OPTIONS, is what the
# program prints between such lines for --generate=man. --update rewrites these parts.

set -u
update=false
if [ "${1-}" = --update ]; then
	update=true
	shift
fi
cd "${1:?usage: check-man.sh [--update] ROOT PROGRAM...}" || exit 2
shift

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

complain()
{
	echo "$1"
	bad=1
}

with_generated() # PAGE GENERATED - the page with its generated parts replaced
{
	awk '
	/^\.\\" END / { part = "" }
	FNR == NR { if (part != "") text[part] = text[part] $0 "\n" }
	FNR != NR && part == "" { print }
	/^\.\\" BEGIN / {
		part = $3
		if (FNR != NR)
			printf "%s", text[part]
	}' "$2" "$1"
}

for program; do
	tool=$(basename "$program")
	page=man/$tool.1
	if [ ! -e "$page" ]; then
		complain "$page is missing"
		continue
	fi
	if ! "$program" --generate=man >"$work/generated" 2>/dev/null; then
		echo "$tool has no --generate=man: skipped"
		continue
	fi
	if [ "$(grep -c '^\.\\" \(BEGIN\|END\) \(SYNOPSIS\|OPTIONS\)$' "$page")" != 4 ]; then
		complain "$page: not the lines BEGIN and END of SYNOPSIS and OPTIONS"
		continue
	fi
	with_generated "$page" "$work/generated" >"$work/page"
	if cmp -s "$page" "$work/page"; then
		continue
	elif $update; then
		cat "$work/page" >"$page"
		echo "$page: updated"
	else
		diff -u "$page" "$work/page"
		complain "$page is not current: run cmake --build build --target update"
	fi
done

[ $bad -ne 0 ] || echo "$# pages are current"
exit $bad
