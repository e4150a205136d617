#!/bin/bash
# SPDX-License-Identifier: MIT
#
# run.sh [--afl] BUILD MINUTES [TARGET...] - run the fuzzers of a build one after the other, so many
# minutes each (a part of one will do), and print what came of it as a table of Markdown:
#
#     cmake --preset fuzz && cmake --build --preset fuzz && tests/fuzz/run.sh build-fuzz 10
#     cmake --preset afl && cmake --build --preset afl && tests/fuzz/run.sh --afl build-afl 10
#
# A TARGET is the name without fuzz-: collapse-perf, folded, opt. Inputs that were worth keeping
# stay in BUILD/fuzz/TARGET for the next run, findings in BUILD/fuzz/findings: what is fixed becomes
# a file in corpus/. Exit code 1 if there is a finding.

set -u
afl=false
if [ "${1-}" = --afl ]; then
	afl=true
	shift
fi
usage='usage: run.sh [--afl] BUILD MINUTES [TARGET...]'
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${1:?$usage}" && pwd) || exit 2
seconds=$(awk -v m="${2:?$usage}" 'BEGIN { printf "%d", m * 60 }')
shift 2
if [ $# -eq 0 ]; then
	for program in "$build"/tests/fuzz-*; do
		[ ! -x "$program" ] || [ "${program##*/}" = fuzz-collapse ] || set -- "$@" "${program##*/fuzz-}"
	done
fi
kept=$build/fuzz
mkdir -p "$kept/findings"
export LC_ALL=C
export ASAN_OPTIONS=abort_on_error=1:detect_stack_use_after_return=1:symbolize=0
export UBSAN_OPTIONS=abort_on_error=1:print_stacktrace=1
export AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1

# The initial corpus: the target's own and a few fixtures.
seeds() # TARGET
{
	if [ "$1" = library ]; then # takes what collapse-guess takes
		set -- collapse-guess
	fi
	echo "$here/corpus/$1"
	[ ! -d "$here/../../fixtures/${1#collapse-}" ] || echo "$here/../../fixtures/${1#collapse-}"
}

# Sets executions and findings.
run_libfuzzer() # TARGET
{
	local log=$kept/$1.log before after
	before=$(find "$kept/findings" -name "$1-*" | wc -l)
	mapfile -t folders < <(seeds "$1")
	mkdir -p "$kept/$1"
	"$build/tests/fuzz-$1" -max_total_time="$seconds" -print_final_stats=1 -close_fd_mask=2 \
		-rss_limit_mb=4000 -timeout=20 -max_len=65536 \
		-artifact_prefix="$kept/findings/$1-" "$kept/$1" "${folders[@]}" \
		>/dev/null 2>"$log"
	executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1) # once more at a crash
	after=$(find "$kept/findings" -name "$1-*" | wc -l)
	findings=$((after - before))
}

run_afl() # TARGET
{
	local log=$kept/$1.log stats=$kept/$1.afl/default/fuzzer_stats
	rm -rf "$kept/$1.seeds"
	mkdir -p "$kept/$1.seeds"
	mapfile -t folders < <(seeds "$1")
	find "${folders[@]}" -type f -size -16k -exec cp -t "$kept/$1.seeds" {} +
	rm -rf "$kept/$1.afl"
	afl-fuzz -i "$kept/$1.seeds" -o "$kept/$1.afl" -V "$seconds" -m none -t 20000 \
		-- "$build/tests/fuzz-$1" >"$log" 2>&1
	executions=$(sed -n 's/^execs_done *: *//p' "$stats" 2>/dev/null)
	findings=$(find "$kept/$1.afl" -path '*/crashes/id*' -o -path '*/hangs/id*' | wc -l)
	find "$kept/$1.afl" \( -path '*/crashes/id*' -o -path '*/hangs/id*' \) \
		-exec cp -t "$kept/findings" {} +
}

total=0
total_findings=0
echo "| target | executions | minutes | findings |"
echo "|---|---:|---:|---:|"
for target; do
	begin=$SECONDS
	if $afl; then
		run_afl "$target"
	else
		run_libfuzzer "$target"
	fi
	minutes=$(awk -v s=$((SECONDS - begin)) 'BEGIN { printf "%.1f", s / 60 }')
	echo "| \`$target\` | ${executions:-none} | $minutes | $findings |"
	total=$((total + ${executions:-0}))
	total_findings=$((total_findings + findings))
	[ -n "${executions:-}" ] || total_findings=$((total_findings + 1))
done
echo "| **all** | $total | $(awk -v s=$SECONDS 'BEGIN { printf "%.1f", s / 60 }') | $total_findings |"
[ $total_findings -eq 0 ]
