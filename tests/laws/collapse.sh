#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: law.@TOOL@ short law sanitize threads TIMEOUT 1200 EACH collapsers RUN @bin@ @FORMAT@
# ctest: law.@TOOL@-long long law TIMEOUT 3000 EACH collapsers RUN --all @bin@ @FORMAT@
#
# collapse.sh [--all] BIN [FORMAT...] - however an input is read, the result is the same, for every
# fixture of the formats (perf): any number of threads; from a file, a pipe or compressed; in chunks
# of any size. Read twice, as two files, every count is twice as much. Texts of records that are
# apart from each other may also be read in two halves. --all: more numbers of threads and sizes of
# chunks.

numbers="1 7"
chunks="64 default"
ways="7,64 1,default" # of reading what is compressed
if [ "${1-}" = --all ]; then
	numbers="1 2 7 16"
	chunks="64 4096 default"
	ways="1,64 1,default 7,64 7,default"
	shift
fi
. "$(dirname "$0")/../begin.sh"
[ $# -gt 0 ] || set -- perf

# Replace the input's name, which is part of the messages, by one word: they must be equal for all
# ways to read.
level_names() # FILE
{
	sed -e 's/\(standard input\|in\.gz\|in\.xz\|in\.zst\)/in/g' "$1"
}

compare() # WHAT
{
	checks=$((checks + 1))
	level_names err >err.level
	if cmp -s out expected.out && cmp -s err.level expected.err; then
		return
	fi
	failed=$((failed + 1))
	echo "FAILED $name: $1"
	[ $failed -gt 5 ] && return
	diff -a -u expected.out out | head -n 20
	diff -a -u expected.err err.level | head -n 20
}

# shellcheck disable=SC2002 # a pipe is the point
read_as() # HOW THREADS CHUNK
{
	how=$1
	case $3 in
	default) set -- -j "$2" ;;
	*) set -- -j "$2" --chunk-size "$3" ;;
	esac
	case $how in
	file) "$tool" "$@" in ;;
	pipe) cat in | "$tool" "$@" ;;
	dash) "$tool" "$@" - <in ;;
	gzip) "$tool" "$@" in.gz ;;
	zstd) "$tool" "$@" in.zst ;;
	xz) "$tool" "$@" in.xz ;;
	zstd-pipe) cat in.zst | "$tool" "$@" ;;
	esac >out 2>err
	compare "$how $*"
}

# Compression is a choice of the build and needs the programs.
supported() # PROGRAM FILE
{
	command -v "$1" >/dev/null || return 1
	"$1" -q -c in >"$2" && "$tool" -q "$2" >/dev/null 2>&1
}

check_ways()
{
	for threads in $numbers; do
		for chunk in $chunks; do
			read_as file "$threads" "$chunk"
			read_as pipe "$threads" "$chunk"
		done
	done
	more=dash
	supported gzip in.gz && more="$more gzip"
	supported zstd in.zst && more="$more zstd zstd-pipe"
	supported xz in.xz && more="$more xz"
	for how in $more; do
		for way in $ways; do
			read_as "$how" "${way%,*}" "${way#*,}"
		done
	done
}

# Formats whose counts are rounded at the end, when all has been added up.
rounded=" instruments jemalloc perf-sched vtune xdebug speedscope chrome-tracing "

check_twice()
{
	case $rounded in
	*" $format "*) slack=1 ;;
	*) slack=0 ;;
	esac
	"$tool" in in >out 2>/dev/null
	checks=$((checks + 1))
	if ! awk -v slack=$slack '
	{ count = $NF; sub(/ [^ ]*$/, "") }
	NR == FNR { once[$0] = count; next }
	{
		off = count - 2 * once[$0]
		if (!($0 in once) && !(slack && count <= slack) || off > slack || off < -slack)
			bad = 1
		delete once[$0]
	}
	END {
		for (stack in once)
			bad = bad || !slack
		exit bad
	}' expected.out out; then
		failed=$((failed + 1))
		echo "FAILED $name: twice"
		diff -a -u expected.out out | head -n 20
	fi
}

# In two files; the cut is at a blank line, or at any where the fixture has none.
check_split()
{
	awk '
	{ line[NR] = $0; if ($0 == "") blank++ }
	END {
		cut = NR / 2
		if (blank)
			while (cut <= NR && line[int(cut)] != "")
				cut++
		for (i = 1; i <= NR; i++)
			print line[i] > (i <= cut ? "in.1" : "in.2")
	}' in
	[ -e in.2 ] || : >in.2
	for threads in 1 7; do
		"$tool" -j $threads in.1 in.2 >out 2>/dev/null
		checks=$((checks + 1))
		if ! cmp -s out expected.out; then
			failed=$((failed + 1))
			echo "FAILED $name: as two files, -j $threads"
			diff -a -u expected.out out | head -n 20
		fi
	done
	rm -f in.1 in.2
}

for format; do
	tool=$bin/collapse-$format
	for fixture in "$fixtures/$format"/*; do
		name=$(basename "$fixture")
		cp "$fixture" in
		"$tool" -j 1 in >expected.out 2>err
		level_names err >expected.err
		if [ ! -s expected.out ]; then
			echo "FAILED $name: nothing comes out"
			cat err
			failed=$((failed + 1))
			continue
		fi
		check_ways
		check_twice
		case $format in perf | dtrace) check_split ;; esac
	done
done
finish runs
