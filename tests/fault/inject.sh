#!/bin/bash
# SPDX-License-Identifier: MIT
# ctest: fault.inject-@TOOL@ short fault NEEDS inject EACH injected RUN @bin@ @inject@ @TOOL@
#
# inject.sh BIN INJECT TOOL... - reads and writes that transfer little or are interrupted change
# nothing; those that fail, the Nth and all after it for every N, are one line on stderr and exit
# code 1, and no file appears. INJECT is the library built from inject.c.

inject=$(realpath "${2-}") || exit 2
. "$(dirname "$0")/../begin.sh"
shift
declare -A injected=([short]=0 [interrupted]=0 [read]=0 [write]=0)

fail() # WHAT
{
	failed=$((failed + 1))
	echo "FAILED $tool, FAULT=$fault, $how: $1"
	head -n 3 err
}

# Only the tool itself gets the library, and its messages stay visible. With `in` come the other
# files that the tool takes.
run() # OPTION...
{
	local status
	checks=$((checks + 1))
	rm -f log
	case $how in
	file) LD_PRELOAD=$inject FAULT=$fault FAULT_LOG=log "$bin/$tool" "$@" \
		"${before[@]}" in "${after[@]}" >out 2>err ;;
	gzip) LD_PRELOAD=$inject FAULT=$fault FAULT_LOG=log "$bin/$tool" "$@" \
		"${before[@]}" in.gz "${after[@]}" >out 2>err ;;
	pipe) # shellcheck disable=SC2002
		cat in | LD_PRELOAD=$inject FAULT=$fault FAULT_LOG=log "$bin/$tool" "$@" \
			"${before[@]}" >out 2>err ;;
	esac
	status=$?
	if [ -e log ]; then
		injected[${fault%=*}]=$((injected[${fault%=*}] + $(stat -c %s log)))
	fi
	return $status
}

same()
{
	for fault in short interrupted; do
		for how in "${ways[@]}"; do
			run -q || fail "exit code $?"
			cmp -s out expected || fail "the result differs"
		done
	done
}

refused() # STATUS
{
	[ "$1" -eq 1 ] || fail "exit code $1, expected 1"
	[ "$(wc -l <err)" -eq 1 ] || fail "$(wc -l <err) lines on stderr, expected 1"
}

read_errors()
{
	local number status
	for how in "${ways[@]}"; do
		for ((number = 1; number <= 1000; number++)); do
			fault=read=$number
			run -q "${alone[@]}" -o whole
			status=$?
			[ -e log ] || break
			refused $status
			[ -z "$(cat out; find . -name 'whole*')" ] || fail "there is output"
		done
		rm -f whole
	done
}

write_errors()
{
	local number status
	how='file'
	for ((number = 1; number <= 1000; number++)); do
		fault=write=$number
		echo precious >whole
		run -q -o whole
		status=$?
		[ -e log ] || break
		refused $status
		[ "$(<whole)" = precious ] || fail "the file of -o is not as it was"
	done
	rm -f whole
	fault=write=1
	run -q
	refused $?
	[ -z "$(find . -name 'whole*')" ] || fail "a part of a file is left over"
}

try_all()
{
	"$bin/$tool" -q "${before[@]}" in "${after[@]}" >expected
	# a report names its files
	if [[ ! $tool =~ ^(diffreport|export-speedscope|export-firefox)$ ]] && gzip -q -c in >in.gz && "$bin/$tool" -q "${before[@]}" in.gz "${after[@]}" >/dev/null 2>&1; then
		ways+=(gzip)
	fi
	same
	read_errors
	write_errors
}

for tool; do
	before=() after=() alone=() ways=(file pipe)
	rm -f more
	case $tool in
	collapse-filter) ;;
	collapse-guess | range-perf | pkgsplit-perf) cat "$fixtures"/perf/* ;;
	# one alone is a profile
	collapse-pprof) cat "$fixtures/pprof/go-allocs.pb.gz" ;;
	collapse-otlp) cat "$fixtures/otlp/shop.pb" ;;
	collapse-pstats) cat "$fixtures/pstats/mill.prof" ;;
	collapse-tachyon) cat "$fixtures/tachyon/mill.bin" ;;
	collapse-*) cat "$fixtures/${tool#collapse-}"/* ;;
	esac >in
	case $tool in
	range-perf) before=(0 9999999999) ;;
	# libraries that cannot be read are like those that are not there: functions have no names
	collapse-jemalloc) alone=(--symbols never) ;;
	difffolded | diffreport)
		after=(more)
		ways=(file)
		;;
	export-speedscope | export-firefox) ways=(file) ;; # a profile is named after its file
	esac
	[ -s in ] || for i in $(seq 5000); do echo "main;function_$i;leaf_$i $i"; done >in
	sed 's/1$/7/' in >more
	try_all
	if [ "$tool" = collapse-filter ]; then
		cp expected in
		before=(--merge --sorted)
		try_all
	fi
done
echo "$checks runs, injected: ${injected[short]} short reads and writes, ${injected[interrupted]} interrupted," \
	"${injected[read]} reads failed, ${injected[write]} writes failed; $failed failed"
[ $failed -eq 0 ]
