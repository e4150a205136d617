# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# begin.sh - the start of a script `NAME.sh BIN [WORD...]`, which sources it: goes to a new folder, which is removed at
# the end. `bin`, `here` (of the script) and `fixtures` are absolute, the words remain in "$@".

set -u
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck disable=SC2034 # the script's
fixtures=${here%/tests/*}/fixtures
if [ $# -eq 0 ]; then
	sed -n 's/^# \([a-z-]*\.sh .*\) - .*/usage: \1/p' "$0" >&2
	exit 2
fi
bin=$(cd "$1" && pwd) || exit 2
shift

work=$(mktemp -d)
trap 'chmod -R u+rwx "$work"; rm -rf "$work"' EXIT
cd "$work" || exit 2

checks=0
failed=0

# The exit code, after a line of how much there was.
finish() # WHAT
{
	echo "$checks $1, $failed failed"
	[ "$failed" -eq 0 ] && [ "$checks" -gt 0 ]
}
