#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: library.abidiff long lint NEEDS library !sanitizers RUN @root@ @CMAKE_C_COMPILER@
#
# abidiff.sh [--update] SOURCE CC - the types and functions of flambeau.h are those of
# tests/system/library/flambeau.abi. New functions get a version node of their own in flambeau.map, and
# --update; whatever else changes needs another soname. Needs abidiff, of abigail-tools.

set -u
update=false
if [ "${1-}" = --update ]; then
	update=true
	shift
fi
source=${1:?usage: abidiff.sh [--update] SOURCE CC}
cc=${2:?}
command -v abidiff >/dev/null || { echo "no abidiff: skipped"; exit 77; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A library of the header alone, in which each function does nothing: opaque types stay so.
sed '/^FLAMBEAU_API/,/;/s/);$/) { __builtin_trap(); }/' "$source/common/library/flambeau.h" \
	>"$work/library.c"
"$cc" -std=c99 -g -O0 -fPIC -fvisibility=hidden -shared -Wl,-soname,libflambeau.so.0 \
	-Wl,--version-script="$source/common/library/flambeau.map" "$work/library.c" \
	-o "$work/library.so" &&
	abidw --no-corpus-path --no-comp-dir-path --no-show-locs --out-file "$work/now" \
		"$work/library.so" || exit 1
if $update; then
	cp "$work/now" "$source/tests/system/library/flambeau.abi"
	exit
fi
abidiff "$source/tests/system/library/flambeau.abi" "$work/now" || exit 1
echo "the interface is the same"
