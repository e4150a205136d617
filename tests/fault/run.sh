#!/bin/bash
# SPDX-License-Identifier: MIT
# ctest: fault.@TOOL@ short fault sanitize EACH damaged RUN @bin@ @TOOL@
# ctest: fault.export-pprof short fault sanitize RUN @bin@ export-pprof
#
# run.sh BIN [TOOL...] - external failures: one clear line on stderr, the documented exit code, and
# never a partial result passed off as the whole.

. "$(dirname "$0")/../begin.sh"
[ $# -gt 0 ] || set -- collapse-perf flamegraph

fail() # WHAT
{
	failed=$((failed + 1))
	echo "FAILED $tool, $case: $1"
	head -n 5 err
}

# EXIT LINES OUT COMMAND...: exit code, lines on stderr ("+" one or more), is there output
# (none, some, any)?
expect()
{
	local exit=$1 lines=$2 out=$3 status found
	shift 3
	checks=$((checks + 1))
	"$@" >out 2>err </dev/null
	status=$?
	found=$(wc -l <err)
	[ "$status" -eq "$exit" ] || fail "exit code $status, expected $exit"
	if [ "$lines" = + ]; then
		[ "$found" -ge 1 ] || fail "nothing on stderr"
	else
		[ "$found" -eq "$lines" ] || fail "$found lines on stderr, expected $lines"
	fi
	[ "$found" -eq 0 ] || grep -q "^$tool: " err || fail "stderr does not begin with the tool's name"
	case $out in
	none) [ ! -s out ] || fail "there is output" ;;
	some) [ -s out ] || fail "there is no output" ;;
	esac
}

good_input() # an input for the tool, as ./good and in a size that fills buffers as ./large
{
	local i
	case $tool in
	collapse-filter) cp "$fixtures/folded/plain.folded" good ;;
	collapse-firefox) python3 -B "$here/../laws/worst.py" firefox benign 20000 >good ;;
	collapse-*) cp "$(find "$fixtures/${tool#collapse-}" -type f | sort | head -n 1)" good ;;
	*) cp "$fixtures/folded/plain.folded" good ;;
	esac
	case $tool in
	collapse-pprof) # one after the other they are not a profile
		for i in $(seq 5000); do echo "main;function_$i;leaf_$i $i"; done |
			"$bin/export-pprof" --no-gzip >large
		;;
	collapse-pstats) python3 -B "$here/../laws/worst.py" pstats benign 2000000 >large ;;
	collapse-tachyon) python3 -B "$here/../laws/worst.py" tachyon benign 2000000 >large ;;
	collapse-*) for i in $(seq 200); do cat good; done >large ;;
	*) for i in $(seq 5000); do echo "main;function_$i;leaf_$i $i"; done >large ;;
	esac
}

# The error SVG that automation relies on is not part of a graph: it says so itself.
no_result=none
check_tool()
{
	case $tool in
	flamegraph) no_result=any ;;
	*) no_result=none ;;
	esac

	case="full disk" # -q: what is to be said of the input itself is not asked for
	expect 1 1 none sh -c "exec '$bin/$tool' -q good >/dev/full"
	case="full disk, large output"
	expect 1 1 none sh -c "exec '$bin/$tool' -q large >/dev/full"
	case="output file in no directory"
	expect 1 1 none "$bin/$tool" -q -o nowhere/out good
	case="closed stdout"
	expect 1 1 none sh -c "exec '$bin/$tool' -q good >&-"

	case="closed pipe"
	checks=$((checks + 1))
	"$bin/$tool" -q large 2>err | head -c 10 >out
	status=("${PIPESTATUS[@]}")
	[ ! -s err ] || fail "stderr is not silent"
	[ "${status[0]}" -eq 141 ] || [ "${status[0]}" -eq 0 ] || fail "exit code ${status[0]}"

	case="missing file"
	expect 1 1 none "$bin/$tool" missing
	case="missing file after a good one"
	expect 1 1 none "$bin/$tool" -q good missing
	case="directory"
	mkdir -p directory
	expect 1 1 none "$bin/$tool" directory
	if [ "$(id -u)" -ne 0 ]; then
		case="unreadable file"
		cp good unreadable
		chmod 000 unreadable
		expect 1 1 none "$bin/$tool" unreadable
	fi

	case="empty file"
	expect 1 + $no_result "$bin/$tool" /dev/null
	case="empty standard input"
	expect 1 + $no_result "$bin/$tool"
	case="random bytes"
	awk 'BEGIN {
		for (i = 0; i < 100000; i++) {
			x = (x * 1103515245 + 12345) % 2147483648
			printf "%c", 1 + int(x / 65536) % 255
		}
	}' >random
	expect 1 + $no_result "$bin/$tool" random

	case="unknown option"
	expect 2 + none "$bin/$tool" --no-such-option good
	case="bad number"
	expect 2 + none "$bin/$tool" -j many good

	check_compressed gzip gz
	check_compressed zstd zst
	check_compressed xz xz

	case="output file appears whole"
	rm -f result
	expect 0 0 none "$bin/$tool" -q -o result good
	[ -s result ] || fail "it did not appear"
	case="a failed run leaves the output file alone"
	echo precious >result
	expect 1 1 none "$bin/$tool" -o result missing
	[ "$(cat result)" = precious ] || fail "it was overwritten"
	[ "$(find . -name 'result?*' | wc -l)" -eq 0 ] || fail "pieces are left over"
}

# Cut short, a compressed file is an error, not a short input.
check_compressed() # PROGRAM EXTENSION
{
	command -v "$1" >/dev/null || return 0
	"$1" -q -c large >"whole.$2"
	"$bin/$tool" -q "whole.$2" >/dev/null 2>&1 || return 0
	size=$(stat -c %s "whole.$2")
	case="truncated $2"
	head -c $((size * 2 / 3)) "whole.$2" >"short.$2"
	expect 1 + none "$bin/$tool" -q "short.$2"
	case="$2 without its last byte"
	head -c $((size - 1)) "whole.$2" >"short.$2"
	expect 1 + none "$bin/$tool" -q "short.$2"
	case="truncated $2 on a pipe"
	expect 1 + none sh -c "cat short.$2 | '$bin/$tool' -q"
}

for tool; do
	good_input
	check_tool
done
finish checks
