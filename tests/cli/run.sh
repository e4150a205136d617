#!/bin/sh
# SPDX-License-Identifier: MIT
#
# run.sh [--update] BIN [FILTER...] - run the command line cases under tests/cli.
#
# A case is <tool>/NAME.cmd, a few lines of shell. It runs in an empty directory with
# BIN first in PATH, in the locale C (or $CASES_LOCALE), no input, nothing said of a terminal,
# $FIXTURES (the project's fixtures/) and $CASES (the folder of the case). Beside it stand
# what it must print and return:
#   NAME.out   stdout, byte for byte; no such file: nothing
#   NAME.err   stderr, likewise
#   NAME.exit  the exit code; no such file: 0
# A first line `# needs: CMD...` skips the case where one of the commands is missing, or is one
# whose format this build cannot read, as the variable WITHOUT lists them; so are libraries, libNAME, native: no
# emulator runs the programs, dlopen: they load zlib, zstd and xz by need, and ulimit: they run in
# little memory.
# A FILTER is a tool (all of its cases) or a part of TOOL/NAME. --update rewrites the
# expectations of the cases that fail.

set -u
here=$(cd "$(dirname "$0")" && pwd)

update=false
if [ "${1-}" = --update ]; then
	update=true
	shift
fi
if [ $# -eq 0 ]; then
	echo "usage: run.sh [--update] BIN [FILTER...]" >&2
	exit 2
fi
bin=$(cd "$1" && pwd) || exit 2
shift

FIXTURES=$(cd "$here/../../fixtures" && pwd)
PATH=$bin:$PATH
LC_ALL=C
export FIXTURES PATH LC_ALL
unset COLUMNS NO_COLOR COLORTERM SOURCE_DATE_EPOCH
if [ -n "${CASES_LOCALE-}" ]; then # but what the cases sort stays in the order of bytes
	unset LC_ALL
	LANG=$CASES_LOCALE
	LC_COLLATE=C
	export LANG LC_COLLATE
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

wanted() # NAME FILTER... - is one of the filters a part of the name, or its tool?
{
	name=$1
	shift
	[ $# -eq 0 ] && return 0
	for filter; do
		if [ -d "$here/$filter" ]; then
			case $name in "$filter"/*) return 0 ;; esac
		else
			case $name in *"$filter"*) return 0 ;; esac
		fi
	done
	return 1
}

missing() # CMDFILE - the first command or library the case needs and the machine or the build lacks
{
	words=$(sed -n "1s/^# needs: *//p" "$1")
	for command in $words; do
		case " ${WITHOUT-} " in
		*" $command "*) ;;
		*) case $command in lib* | native | dlopen) continue ;; esac
			command -v "$command" >/dev/null && continue ;;
		esac
		echo "$command"
		return
	done
}

matches() # CASE - do the results in $work equal the expectations?
{
	for part in out err; do
		if [ -e "$1.$part" ]; then
			cmp -s "$1.$part" "$work/$part" || return 1
		elif [ -s "$work/$part" ]; then
			return 1
		fi
	done
	[ "$(cat "$1.exit" 2>/dev/null || echo 0)" = "$(cat "$work/exit")" ]
}

show_difference() # CASE
{
	for part in out err; do
		expected=$1.$part
		[ -e "$expected" ] || expected=/dev/null
		diff -a -u --label "expected $part" --label "got $part" "$expected" "$work/$part" |
			head -n 60
	done
	expected=$(cat "$1.exit" 2>/dev/null || echo 0)
	if [ "$expected" != "$(cat "$work/exit")" ]; then
		echo "exit code: expected $expected, got $(cat "$work/exit")"
	fi
}

rewrite() # CASE
{
	for part in out err; do
		if [ -s "$work/$part" ]; then
			cp "$work/$part" "$1.$part"
		else
			rm -f "$1.$part"
		fi
	done
	if [ "$(cat "$work/exit")" = 0 ]; then
		rm -f "$1.exit"
	else
		cp "$work/exit" "$1.exit"
	fi
}

passed=0
failed=0
skipped=0
for cmd in "$here"/*/*.cmd; do
	[ -e "$cmd" ] || continue
	case=${cmd%.cmd}
	name=${case#"$here/"}
	wanted "$name" "$@" || continue
	lacking=$(missing "$cmd")
	if [ -n "$lacking" ]; then
		echo "skipped $name: no $lacking here"
		skipped=$((skipped + 1))
		continue
	fi

	rm -rf "$work/dir"
	mkdir "$work/dir"
	CASES=${case%/*}
	export CASES
	(cd "$work/dir" && exec sh "$cmd" </dev/null >"$work/out" 2>"$work/err")
	echo $? >"$work/exit"

	if matches "$case"; then
		passed=$((passed + 1))
	elif $update; then
		rewrite "$case"
		echo "updated $name"
		passed=$((passed + 1))
	else
		echo "FAILED $name: $(grep -v '^# needs:' "$cmd" | head -n 1)"
		show_difference "$case"
		failed=$((failed + 1))
	fi
done

[ $skipped -eq 0 ] || echo "$skipped skipped"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
