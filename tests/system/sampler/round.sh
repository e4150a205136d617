#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: sampler.round short sampler NEEDS sampler WITH LD_LIBRARY_PATH=@lib@ RUN @bin@ @made@/sampler_round
#
# round.sh BIN PROGRAM - the text of a report, read by collapse-pprof-rs, is the report's own folded
# stacks, byte for byte.

set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$2" "$work/own.folded" "$work/text.txt"
"$1/collapse-pprof-rs" --strict "$work/text.txt" >"$work/read.folded"
lines=$(wc -l <"$work/own.folded")
[ "$lines" -ge 8 ] || { echo "$lines stacks only"; exit 1; }
cmp "$work/own.folded" "$work/read.folded" || { diff "$work/own.folded" "$work/read.folded"; exit 1; }
echo "$lines stacks: the same bytes"
