#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: lint.needs short lint RUN @root@
#
# check-needs.sh ROOT - what cases of tests/cli need is known to their runner, which stops at any
# other word: of a tree with one case that needs no such thing, and of one with a slip.

set -u
cd "${1:?usage: check-needs.sh ROOT}" || exit 2
command -v python3 >/dev/null || { echo "no python3: skipped"; exit 77; }
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$dir/collapse" "$dir/tests/cli" || exit 2
cp tests/cli/run.py "$dir/tests/cli/" && cp collapse/formats.def "$dir/collapse/" || exit 2
bad=0

run() # WORD
{
	printf '# one\nneeds: %s\n\n  $ echo a\n  a\n' "$1" >"$dir/tests/cli/tool.t"
	WITHOUT='ulimit' python3 -B "$dir/tests/cli/run.py" "$dir" 2>&1
}

expect() # WORD CODE TEXT
{
	said=$(run "$1")
	code=$?
	case $code:$said in
	$2:*"$3"*) ;;
	*)
		echo "needs: $1: exit $code, \"$said\""
		bad=1
		;;
	esac
}

expect linux 0 "1 passed"
expect ulimit 0 "skipped tool/one: no ulimit here"
expect linix 1 "tool.t:2: needs: what is linix?"
expect 'native pyhton3' 1 "tool.t:2: needs: what is pyhton3?"

# A filter that no tool has: all files are read, no case runs.
python3 -B tests/cli/run.py "$dir" "no case has this name" || bad=1
exit "$bad"
