#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: law.svg short law sanitize RUN @bin@
#
# svg.sh BIN - every picture is well-formed XML, and shows as many samples as went in: all
# fixtures, with several sets of options.

. "$(dirname "$0")/../begin.sh"
mkdir svg

fail() # WHAT
{
	failed=$((failed + 1))
	echo "FAILED $1"
}

check_total() # SVG FOLDED
{
	want=$(awk '{ n += $NF } END { printf "%.0f\n", n }' "$2")
	got=$(sed -n 's/.*total_samples="\([^"]*\)".*/\1/p' "$1" | head -n 1)
	[ "$got" = "$want" ] || fail "$(basename "$1"): $want samples went in, total_samples is '$got'"
}

draw() # NAME FOLDED OPTION...
{
	svg=$work/svg/$1.svg
	folded=$2
	shift 2
	checks=$((checks + 1))
	if ! "$bin/flamegraph" "$@" "$folded" >"$svg" 2>"$work/err"; then
		fail "$(basename "$svg"): flamegraph $*: $(head -n 3 "$work/err")"
		rm -f "$svg"
		return
	fi
	check_total "$svg" "$folded"
}

draw_all() # NAME FOLDED
{
	draw "$1.default" "$2"
	draw "$1.inverted" "$2" --inverted --width 640 --height 20 --minwidth 2
	draw "$1.reverse" "$2" --reverse --colors java --hash --minwidth 0
	draw "$1.texts" "$2" --title "a <b> & \"c\" 'd' é" --subtitle '<![CDATA[ ]]> --' \
		--countname '<bytes>' --nametype 'F&G:' --colors mem
	draw "$1.narrow" "$2" --width 200 --fonttype 'A "B" & C' --fontsize 8
}

for fixture in "$fixtures"/folded/*.folded; do
	draw_all "$(basename "$fixture")" "$fixture"
done
for fixture in "$fixtures"/perf/*; do
	"$bin/collapse-perf" -q "$fixture" >"$work/folded" || fail "$(basename "$fixture"): collapse-perf"
	draw_all "$(basename "$fixture")" "$work/folded"
done

if command -v xmllint >/dev/null; then
	if ! find "$work/svg" -name '*.svg' -exec xmllint --nonet --noout {} + 2>"$work/err"; then
		fail "not well-formed:"
		head -n 40 "$work/err"
	fi
else
	echo "no xmllint here: only the sums were checked"
fi
finish pictures
