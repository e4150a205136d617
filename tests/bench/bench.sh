#!/bin/bash
# SPDX-License-Identifier: MIT
#
# bench.sh BIN [SIZE_MB] [PERF_TEXT] - how fast is it? Generates SIZE_MB (120) of `perf script`
# text, or takes a file of yours, and prints one table: the median of several runs, MB/s and
# the time as a multiple of what `wc -l` takes for the same file.
#
# GEN names the generator, if it is not BIN/../tests/gen. RUNS is 5 unless set.

set -eu
bin=$(cd "${1:?usage: bench.sh BIN [SIZE_MB] [PERF_TEXT]}" && pwd)
size=${2:-120}
gen=${GEN:-$bin/../tests/gen}
runs=${RUNS:-5}
export LC_ALL=C

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
text=$work/perf.txt
if [ $# -ge 3 ]; then
	text=$(realpath "$3")
else
	"$gen" many --bytes "${size}M" >"$text"
fi

seconds_of() # COMMAND... - the median, in seconds
{
	local i start end
	for ((i = 0; i < runs; i++)); do
		start=$EPOCHREALTIME
		"$@" >"$work/out"
		end=$EPOCHREALTIME
		echo "$start $end"
	done | awk '{ print $2 - $1 }' | sort -n | awk '{ t[NR] = $1 } END { print t[int((NR + 1) / 2)] }'
}

peak_of() # COMMAND... - the largest resident size in MB, or "-" without GNU time
{
	if [ -x /usr/bin/time ]; then
		/usr/bin/time -f %M -o "$work/peak" "$@" >/dev/null
		awk '{ printf "%.0f\n", $1 / 1024 }' "$work/peak"
	else
		echo -
	fi
}

row() # NAME FILE COMMAND...
{
	local name=$1 file=$2 bytes seconds
	shift 2
	bytes=$(stat -c %s "$file")
	seconds=$(seconds_of "$@")
	[ -n "${wc_seconds-}" ] || wc_seconds=$seconds
	awk -v name="$name" -v bytes="$bytes" -v s="$seconds" -v wc="$wc_seconds" \
		-v peak="$(peak_of "$@")" 'BEGIN {
		printf "%-34s %8.3f s %9.0f MB/s %8.2f x wc -l %8s MB\n", name, s, bytes / s / 1e6,
			s / wc, peak
	}'
}

threads=$(nproc)
printf '%s: %s bytes, %s lines; %s runs each, median; %s processors\n' "${3:-generated text}" \
	"$(stat -c %s "$text")" "$(wc -l <"$text")" "$runs" "$threads"
cat "$text" >/dev/null
row "wc -l" "$text" wc -l "$text"
row "collapse-perf -j 1" "$text" "$bin/collapse-perf" -q -j 1 "$text"
if [ "$threads" -gt 1 ]; then
	row "collapse-perf -j $threads" "$text" "$bin/collapse-perf" -q -j "$threads" "$text"
fi
row "cat | collapse-perf" "$text" sh -c "cat '$text' | '$bin/collapse-perf' -q"
if [ -x "$bin/flamegraph" ]; then
	"$bin/collapse-perf" -q "$text" >"$work/folded"
	wc_seconds=$(seconds_of wc -l "$work/folded")
	echo "folded: $(stat -c %s "$work/folded") bytes, $(wc -l <"$work/folded") stacks"
	row "flamegraph" "$work/folded" "$bin/flamegraph" -q "$work/folded"
fi
