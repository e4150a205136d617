#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check-man.sh [--update] ROOT PROGRAM... - every program has man/<tool>.1, and what stands
# there between the lines `.\" BEGIN OPTIONS` and `.\" END OPTIONS` is what the program prints
# for --generate=man. --update rewrites these parts.

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

with_generated() # PAGE GENERATED - the page with its generated part replaced
{
	awk -v generated="$2" '
	/^\.\\" END OPTIONS/ { skipping = 0 }
	!skipping { print }
	/^\.\\" BEGIN OPTIONS/ {
		skipping = 1
		while ((getline line < generated) > 0)
			print line
	}' "$1"
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
	if [ "$(grep -c '^\.\\" \(BEGIN\|END\) OPTIONS$' "$page")" != 2 ]; then
		complain "$page: no line '.\\\" BEGIN OPTIONS', or none with END"
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
