#!/bin/bash
# SPDX-License-Identifier: MIT
# ctest: law.sorted short law RUN @bin@
#
# sorted.sh BIN - collapse-filter --merge gives the same bytes with --sorted and without: with labels and
# header, for compressed files and pipes, for more files than there are descriptors, in one pass and in
# several; its memory does not grow; what is killed leaves nothing.

set -u
here=$(cd "$(dirname "$0")" && pwd)
bin=$(cd "${1:?usage: sorted.sh BIN}" && pwd) || exit 2
fixtures=$(cd "$here/../../fixtures" && pwd)
PATH=$bin:$PATH
export LC_ALL=C

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/here" "$work/tmp"
export TMPDIR=$work/tmp
cd "$work/here" || exit 2

checks=0
failed=0

fail() # WHAT
{
	failed=$((failed + 1))
	echo "FAILED $1"
	head -n 3 err
}

same() # WHAT OPTION... FILE...
{
	local what=$1
	shift
	collapse-filter -q --merge "$@" >expected 2>err || fail "$what: exit code $? without --sorted"
	sorted "$what" "$@"
}

sorted() # WHAT OPTION... FILE... - to a pipe and to a file the output is as expected
{
	local what=$1
	shift
	checks=$((checks + 2))
	collapse-filter -q --merge --sorted "$@" 2>err | cmp - expected || fail "$what"
	collapse-filter -q --merge --sorted -o out "$@" 2>err || fail "$what: exit code $?"
	cmp out expected || fail "$what, to a file"
	[ -z "$(ls "$TMPDIR")" ] || fail "$what: temporary files are left over"
}

for fixture in cxx-fp gcc-fp threads-fp python-fp; do
	for labels in "" comm,tid time=20ms,cpu time=1us,tid,cpu; do
		for header in "" --header; do
			collapse-perf -q $header ${labels:+--labels "$labels"} \
				"$fixtures/perf/$fixture.txt" >"$fixture$header-$labels.folded"
		done
	done
done
for labels in "" comm,tid time=20ms,cpu time=1us,tid,cpu; do
	files=(*-"$labels".folded)
	[ ${#files[@]} -eq 8 ] || fail "not all files are there"
	same "labels $labels" "${files[@]}"
	same "labels $labels, weights" "${files[@]/%/:2.5}"
	same "labels $labels, host" --add-label 'host={}' "${files[@]}"
	same "labels $labels, two" --add-label 'z z={}' --add-label 'a=;' "${files[@]}"
	same "labels $labels, root" --root-label '{}' "${files[@]}"
	same "labels $labels, both" --root-label '# x' --add-label v=1 "${files[@]}"
done
same "all" ./*.folded

difffolded -q cxx-fp-.folded gcc-fp-.folded >two.diff
difffolded -q gcc-fp-.folded python-fp-.folded >three.diff
same "differentials" two.diff three.diff two.diff:0.5

same "compressed" cxx-fp-.folded gcc-fp-.folded
for program in gzip zstd xz; do
	command -v $program >/dev/null || continue
	$program -q -c cxx-fp-.folded >cxx-fp-.packed
	collapse-filter -q cxx-fp-.packed >/dev/null 2>&1 || continue
	sorted "$program" cxx-fp-.packed gcc-fp-.folded
	checks=$((checks + 1))
	collapse-filter -q --merge --sorted <(cat cxx-fp-.packed) - < <(cat gcc-fp-.folded) 2>err |
		cmp - expected || fail "$program, pipes"
done

# Groups of files, and groups of groups: 16 descriptors are enough for some files at once.
mkdir many
for i in $(seq 4200); do
	echo "main;f$((i % 7));g$((i % 1000)) $i"
done | split -a 4 -d -l 1 - many/
same "4,200 files" many/*
(ulimit -n 16 && sorted "4,200 files, few descriptors" many/* && exit $failed) || failed=$((failed + 1))
(ulimit -n 16 && sorted "4,200 files, --skip-bad" --skip-bad many/* && exit $failed) ||
	failed=$((failed + 1))

# Long lines, lines that repeat, and a buffer that is filled many times.
awk 'BEGIN {
	for (i = 0; i < 60000; i++) {
		printf "main;%06d", i / 2
		for (k = 0; k < i % 50; k++) printf ";frame_%d", k
		print " " i
	}
	for (k = 0; k < 300000; k++) printf "n%d;", k
	print "end 1"
}' | collapse-filter -q >large
awk '{ print; print $0 }' large >twice
same "large files" large twice large:3

# A merge that is killed, at any time: no file, no temporary file, and what was there stays.
mkfifo waits
exec 9<>waits
echo precious >kept
for delay in 0.01 0.03 0.1; do
	for option in "-o new" "-o kept" ""; do
		checks=$((checks + 1))
		# shellcheck disable=SC2086
		collapse-filter -q --merge --sorted $option large twice - <waits >out 2>err &
		sleep $delay
		kill -9 $!
		wait $! 2>/dev/null
		[ -z "$(find "$TMPDIR" -type f; find . -name 'new*' -o -name 'kept?*')" ] ||
			fail "killed: files are left over"
		[ "$(<kept)" = precious ] || fail "killed: the file is not as it was"
	done
done

# A folder that cannot have temporary files.
checks=$((checks + 1))
(TMPDIR=$work/nowhere && collapse-filter --merge --sorted large >out 2>err)
[ $? -eq 1 ] && [ ! -s out ] && grep -q "^collapse-filter: temporary file in .*/nowhere: No such" err ||
	fail "no place for temporary files"

echo "$checks checks, $failed failed"
[ $failed -eq 0 ]
