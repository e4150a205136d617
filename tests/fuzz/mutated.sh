#!/bin/bash
# SPDX-License-Identifier: MIT
# ctest: fuzz.mutated-@TOOL@ short fuzz sanitize EACH drawers RUN @bin@ @made@/mutate @TOOL@ 200
# ctest: fuzz.mutated-@TOOL@-long long fuzz sanitize TIMEOUT 3000 EACH damaged RUN @bin@ @made@/mutate @TOOL@ long
#
# mutated.sh BIN MUTATE TOOL COUNT [FIRST] - run TOOL on COUNT damaged inputs (long: as many
# as its options are worth) made of the fixtures: it must not crash, not hang, and print nothing but whole
# results (for flamegraph: well-formed SVG). What a sanitizer reports is a crash; build with them.
#
# Inputs that fail are kept in ./mutated-failures, with the command in NAME.cmd.

set -u
here=$(cd "$(dirname "$0")" && pwd)
usage='usage: mutated.sh BIN MUTATE TOOL COUNT [FIRST]'
bin=$(cd "${1:?$usage}" && pwd) || exit 2
mutate=${2:?$usage}
tool=${3:?$usage}
count=${4:?$usage}
case $count:$tool in
long:collapse-perf | long:collapse-dtrace | long:flamegraph) count=2000 ;;
long:*) count=80 ;;
esac
first=${5:-0}
fixtures=$here/../../fixtures
keep=$PWD/mutated-failures
batch=500

export ASAN_OPTIONS=abort_on_error=1:detect_leaks=0:hard_rss_limit_mb=4000:detect_stack_use_after_return=1
export UBSAN_OPTIONS=abort_on_error=1:print_stacktrace=1
export TSAN_OPTIONS=abort_on_error=1
export LC_ALL=C

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
mkdir "$work/in" "$work/out" "$work/err" "$work/seeds"

# The files to damage, and the commands that take turns reading them.
case $tool in
flamegraph)
	for file in "$fixtures"/perf/*; do
		"$bin/collapse-perf" -q "$file" >"$work/seeds/$(basename "$file")"
	done
	seeds=("$fixtures"/folded/* "$fixtures"/flamegraph/*.folded "$work"/seeds/*)
	commands=(
		'flamegraph'
		'flamegraph --inverted --title x --subtitle y --colors java'
		'flamegraph --reverse --width 300 --minwidth 0 --hash'
		'flamegraph --colors mem --countname bytes --fonttype monospace --minwidth 2'
		'flamegraph --flamechart --colors chain --markup full --factor 2.5'
		'flamegraph --text --columns 40 --color-text 256 --output /dev/null'
		'flamegraph --text --reverse --root bottom --depth 9 --output /dev/null'
	)
	for name in flamegraph.pl inferno-flamegraph; do
		[ ! -e "$bin/$name" ] || commands+=("$name" "$name --hash --inverted --reverse")
	done
	;;
collapse-perf)
	seeds=("$fixtures"/perf/*)
	commands=(
		'collapse-perf'
		'collapse-perf --all --addrs --tid -j 3 --chunk-size 64'
		'collapse-perf --srcline --kernel --pid --simplify templates --chunk-size 300 -j 2'
		'collapse-perf --strict --simplify none -j 4 --chunk-size 1000'
	)
	for name in stackcollapse-perf.pl inferno-collapse-perf; do
		[ ! -e "$bin/$name" ] || commands+=("$name" "$name --all --addrs --pid")
	done
	;;
collapse-dtrace)
	seeds=("$fixtures"/dtrace/*)
	commands=(
		'collapse-dtrace'
		'collapse-dtrace --includeoffset -j 3 --chunk-size 64'
	)
	for name in stackcollapse.pl inferno-collapse-dtrace; do
		[ ! -e "$bin/$name" ] || commands+=("$name")
	done
	;;
collapse-filter)
	seeds=("$fixtures"/folded/* "$fixtures"/flamegraph/*.folded)
	commands=(
		'collapse-filter'
		'collapse-filter --simplify packages --rename "(.)::=$1;" --top 5 --hide a'
		'collapse-filter --collapse-recursion mutual --show-from main --scale 0.3 --merge'
	)
	;;
export-top)
	seeds=("$fixtures"/folded/* "$fixtures"/flamegraph/*.folded)
	commands=(
		'export-top --bars always'
		'export-top --format markdown --sort total'
		'export-top --format json -j 3'
		'export-top --format csv --top 3'
	)
	;;
export-*)
	seeds=("$fixtures"/folded/* "$fixtures"/flamegraph/*.folded)
	commands=("$tool" "$tool -j 3")
	;;
collapse-*)
	seeds=("$fixtures/${tool#collapse-}"/*)
	commands=("$tool" "$tool -j 3 --chunk-size 64")
	;;
*)
	seeds=("$fixtures"/folded/*)
	commands=("$tool")
	;;
esac
if [ -d "$here/corpus/$tool" ]; then
	seeds+=("$here/corpus/$tool"/*)
fi

command_of() # NUMBER
{
	echo "${commands[$1 % ${#commands[@]}]}"
}

failed=0
complain() # NAME WHY
{
	[ "$1" != "${last_complaint-}" ] || return
	last_complaint=$1
	failed=$((failed + 1))
	mkdir -p "$keep"
	cp "$work/in/$1" "$keep/$tool.$1"
	command_of "$((10#$1))" >"$keep/$tool.$1.cmd"
	[ $failed -le 20 ] || return
	echo "FAILED $(command_of "$((10#$1))") <mutated-failures/$tool.$1: $2"
	[ $failed -gt 3 ] || head -n 12 "$work/err/$1"
}

run_all() # FILE...
{
	local name words status
	for name; do
		read -ra words <<<"${commands[10#$name % ${#commands[@]}]}"
		timeout 60 "$bin/${words[0]}" "${words[@]:1}" <"$work/in/$name" \
			>"$work/out/$name" 2>"$work/err/$name"
		status=$?
		if [ $status -eq 124 ]; then
			echo "$name hangs" >>"$work/bad"
		elif [ $status -ge 126 ] && [ $status -ne 255 ]; then
			echo "$name exits with $status" >>"$work/bad"
		fi
	done
}

check_reports()
{
	local name why
	while read -r name why; do
		complain "$name" "$why"
	done < <({
		cat "$work/bad" 2>/dev/null
		grep -rlE 'Sanitizer|runtime error:' "$work/err" |
			sed 's,.*/\(.*\),\1 makes a sanitizer report,'
	} | sort)
	rm -f "$work/bad"
}

check_pictures()
{
	local name
	find "$work/out" -type f -empty -delete
	find "$work/out" -type f -print0 |
		xargs -0 -r xmllint --nonet --noout 2>"$work/xml" && return
	while read -r name; do
		complain "$(basename "$name")" "not well-formed: $(grep -m 1 "$name" "$work/xml")"
	done < <(sed -n 's/^\([^:]*\):[0-9]*: parser error.*/\1/p' "$work/xml" | sort -u)
	[ $failed -gt 0 ] || { head "$work/xml"; failed=1; }
}

pictures=false
if [ "$tool" = flamegraph ]; then
	if command -v xmllint >/dev/null; then
		pictures=true
	else
		echo "no xmllint here: the pictures are not checked"
	fi
fi

end=$((first + count))
for ((at = first; at < end; at += batch)); do
	rm -rf "$work"/in/* "$work"/out/* "$work"/err/*
	n=$((end - at < batch ? end - at : batch))
	"$mutate" "$work/in" "$at" "$n" "${seeds[@]}" || exit 2
	mapfile -t names < <(ls "$work/in")
	run_all "${names[@]}" 2>/dev/null
	check_reports
	! $pictures || check_pictures
done
echo "$tool: $count inputs, $failed failed"
[ $failed -eq 0 ]
