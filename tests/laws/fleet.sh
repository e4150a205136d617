#!/bin/bash
# SPDX-License-Identifier: MIT
#
# fleet.sh BIN - many files folded apart and merged give the bytes of one run: with GNU parallel,
# and as map, sort and reduce.

set -u
here=$(cd "$(dirname "$0")" && pwd)
bin=$(cd "${1:?usage: fleet.sh BIN}" && pwd) || exit 2
parallel --version 2>/dev/null | grep -q "^GNU parallel" || { echo "skipped: no GNU parallel"; exit 77; }
PATH=$bin:$PATH
export LC_ALL=C

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2

failed=0
same() # WHAT
{
	cmp one.folded out && return
	failed=$((failed + 1))
	echo "FAILED: $1"
}

for fixture in cxx-fp gcc-fp threads-fp python-fp; do
	for copy in 1 2 3 4; do
		cp "$here/../../fixtures/perf/$fixture.txt" "$fixture-$copy.perf"
	done
done
collapse-perf -q ./*.perf >one.folded
[ -s one.folded ] || { echo "nothing comes out"; exit 1; }

parallel --will-cite 'collapse-perf -q {} > {.}.apart' ::: ./*.perf
collapse-filter --merge ./*.apart >out
same "parallel"

parallel --will-cite collapse-perf -q ::: ./*.perf | collapse-filter --merge >out
same "parallel, in a pipe"

for file in ./*.perf; do collapse-perf -q "$file"; done | sort | collapse-filter --merge >out
same "map, sort, reduce"

parallel --will-cite -N 4 collapse-filter --merge ::: ./*.apart | collapse-filter --merge >out
same "merged in steps"

[ $failed -eq 0 ] && echo "16 files, 4 ways: the same bytes"
[ $failed -eq 0 ]
