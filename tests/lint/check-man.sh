#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: lint.man short lint RUN @root@ @all_programs@
#
# check-man.sh [--update] ROOT PROGRAM... - every program has man/<tool>.1, and what stands
# there between lines `.\" BEGIN X` and `.\" END X`, for X SYNOPSIS and OPTIONS, is what the
# program prints between such lines for --generate=man. The part PROGRAMS of man/flambeau.1 is what
# flambeau lists, the part OPTIONS of man/flambeau.7 what collapse-perf prints for
# --generate=shared, and README.md names them all. Links beside programs are their other names, which
# their rows of MIGRATING.md have. --update rewrites these parts.

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

compare() # PAGE - is it current? `generated` is what it should have
{
	with_generated "$1" "$work/generated" >"$work/page"
	if cmp -s "$1" "$work/page"; then
		return
	elif $update; then
		cat "$work/page" >"$1"
		echo "$1: updated"
	else
		diff -u "$1" "$work/page"
		complain "$1 is not current: run cmake --build build --target update"
	fi
}

list_programs() # FLAMBEAU - its list, as a part of a page
{
	echo '.\" BEGIN PROGRAMS'
	"$1" | sed -n 's/-/\\-/g
		s/^\([^ ].*\):$/.SS \1/p
		s/^  \([^ ]*\)  *\(.*\)/.TP\n.BR \1 (1)\n\2/p'
	echo '.\" END PROGRAMS'
}

for program; do
	tool=$(basename "$program")
	page=man/$tool.1
	grep -q "\`$tool\`" README.md || complain "README.md does not name $tool"
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
	if [ "$tool" = flambeau ]; then
		list_programs "$program" >>"$work/generated"
	fi
	compare "$page"
done

for link in "${1%/*}"/*; do
	[ -L "$link" ] || continue
	case " $* " in *" $link "*) continue ;; esac # a program's own name
	tool=$(readlink "$link")
	grep "^| \`${tool##*/}\` |" MIGRATING.md | grep -qF "\`${link##*/}\`" ||
		complain "MIGRATING.md: $link is not in the row of ${tool##*/}"
done

for program; do
	case $program in
	*/collapse-perf)
		"$program" --generate=shared >"$work/generated"
		compare man/flambeau.7
		;;
	esac
done

[ $bad -ne 0 ] || echo "$# pages are current"
exit $bad
