#!/bin/bash
# SPDX-License-Identifier: MIT
# ctest: fault.memory-@TOOL@ short fault NEEDS inject glibc EACH readers RUN @bin@ @inject@ @TOOL@
# ctest: fault.memory-@TOOL@-long long fault NEEDS inject glibc TIMEOUT 1800 EACH readers RUN --all @bin@ @inject@ @TOOL@
#
# memory.sh [--all] BIN INJECT TOOL... - there is no memory (or no mapping, or no thread) the Nth
# time that some is wanted, for every N until none is wanted any more. Either the result is whole
# all the same, or there is one line that says what was missing, exit code 1, nothing on stdout, the
# file of -o as it was, and nothing beside it. INJECT is the library built from inject.c. A tool
# gets the first of its commands; with --all every one, and also no memory the Nth time and ever
# after.

all=false
if [ "${1-}" = --all ]; then
	all=true
	shift
fi
inject=$(realpath "${2-}") || exit 2
. "$(dirname "$0")/../begin.sh"
shift
mkdir tree dir
echo x >tree/file
declare -A injected=([malloc]=0 [memory]=0 [mmap]=0 [thread]=0)

fail() # WHAT
{
	failed=$((failed + 1))
	[ $failed -gt 20 ] || { echo "FAILED FAULT=$kind=$number $command: $1"; head -n 3 err; }
}

# shellcheck disable=SC2016 # the $1 is not a parameter
# The tool's commands, a line each; `in` and `more` are two of its inputs, gz, zst and xz are `in`
# compressed.
commands()
{
	case $tool in
	flamegraph)
		echo 'flamegraph -j 2 in'
		echo 'flamegraph --title t --colors java --reverse --inverted --minwidth 0 in more'
		echo 'flamegraph --nameattr attr --cp --colors mem in'
		echo 'flamegraph --flamechart --hash --markup full in'
		;;
	flamegraph.pl) echo 'flamegraph.pl --cp --hash in' ;;
	difffolded)
		echo 'difffolded -j 2 in more'
		echo 'difffolded -q -n --strip-hex in more'
		;;
	difffolded.pl) echo 'difffolded.pl -n -s in more' ;;
	diffreport)
		echo 'diffreport -j 2 in more'
		echo 'diffreport --format json in more'
		echo 'diffreport --format markdown in more'
		;;
	collapse-filter)
		echo 'collapse-filter -j 2 in'
		echo 'collapse-filter -q --simplify packages --rename a(.)=$1 --top 5 --hide a in more'
		echo 'collapse-filter -q --merge --collapse-recursion mutual in:2 more:1'
		echo 'collapse-filter -q --merge --sorted --add-label host={} sorted:2 sorted.gz'
		;;
	collapse-guess)
		echo 'collapse-guess -q -j 2 in'
		echo 'collapse-guess --list'
		;;
	collapse-files) echo 'collapse-files tree' ;;
	range-perf) echo 'range-perf 0 9999999999 in' ;;
	collapse-pprof | collapse-jemalloc) # libraries of this machine would be read, too
		echo "$tool -q --symbols never in"
		echo "$tool -q --symbols never more"
		;;
	collapse-*)
		echo "$tool -q -j 2 --chunk-size 500 in"
		echo "$tool -q in more"
		;;
	*) echo "$tool in" ;;
	esac
	[ "${tool%.pl}" != "$tool" ] || echo "$tool --help"
	case $tool in
	flamegraph | collapse-perf)
		for kind in gz zst xz; do
			[ ! -s in.$kind ] || echo "$tool -q in.$kind"
		done
		;;
	esac
}

smallest() # FOLDER NTH - its NTH smallest file
{
	find "$1" -type f ! -name '*.md' -printf '%s %p\n' | sort -n | sed -n "$2{s/^[0-9]* //;p}"
}

inputs()
{
	local folder=$fixtures/folded count
	case $tool in
	collapse-filter) ;;
	collapse-guess | pkgsplit-perf | range-perf) folder=$fixtures/perf ;;
	collapse-*) folder=$fixtures/${tool#collapse-} ;;
	esac
	rm -f in in.* more
	[ -d "$folder" ] || return
	count=$(find "$folder" -type f ! -name '*.md' | wc -l)
	cp "$(smallest "$folder" $((count / 2 + 1)))" in
	cp "$(smallest "$folder" 1)" more
	gzip -q -c in >in.gz
	zstd -q -c in >in.zst 2>/dev/null
	xz -q -c in >in.xz 2>/dev/null
	"$bin/collapse-filter" -q in 2>/dev/null >sorted && gzip -q -c sorted >sorted.gz
	printf 'main\tclass=x\ttitle=y\n' >attr
}

# Into the file `result`, or `out`.
run()
{
	local words
	read -ra words <<<"$command"
	if $to_file; then
		words=("${words[0]}" -o result "${words[@]:1}")
	fi
	LD_PRELOAD=$inject FAULT=$kind=$number FAULT_LOG=log "$bin/${words[0]}" "${words[@]:1}" \
		>out 2>err
}

check() # STATUS
{
	local lines
	if [ "$1" -eq "$good" ]; then
		if $to_file && [ "$good" -eq 0 ]; then
			cmp -s result expected || fail "the result differs"
		else
			cmp -s out expected || fail "the output differs"
		fi
		return
	fi
	mapfile -t lines <err
	[ "$1" -eq 1 ] || fail "exit code $1"
	[ ${#lines[@]} -eq 1 ] || fail "${#lines[@]} lines on stderr"
	case ${lines[0]-} in
	"$tool: "*[Oo]"ut of memory"* | "$tool: "*"Cannot allocate memory"*) ;;
	*) fail "that is not what went wrong" ;;
	esac
	[ ! -s out ] || fail "there is output"
	if $to_file; then
		[ "$(<result)" = precious ] || fail "the file of -o is not as it was"
	fi
}

try_all() # KIND
{
	local status
	kind=$1
	for ((number = 1; ; number++)); do
		rm -f log result* palette.map
		$to_file && echo precious >result
		run
		status=$?
		check $status
		leftovers=(result?*)
		[ ! -e "${leftovers[0]}" ] || fail "${leftovers[0]} is left over"
		[ -s log ] || break
		injected[$kind]=$((injected[$kind] + 1))
	done
}

for tool; do
	inputs
	while read -r command; do
		to_file=false kind=none number=0
		rm -f palette.map
		run </dev/null
		good=$?
		mv out expected
		if [ $good -ne 0 ] && [ $good -ne 1 ]; then
			fail "exit code $good without any fault"
			continue
		fi
		case $command in
		*--help | *.pl\ *) ;;
		*) to_file=true ;;
		esac
		try_all malloc
		try_all mmap
		try_all thread
		$all || break
		to_file=false
		try_all memory
	done < <(commands)
done
echo "injected: ${injected[malloc]} times no memory once, ${injected[memory]} times from then on," \
	"${injected[mmap]} times no mapping, ${injected[thread]} times no thread; $failed failed"
[ $failed -eq 0 ]
