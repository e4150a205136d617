#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: install.prefix long install TIMEOUT 1800 RUN @CMAKE_COMMAND@ @root@
#
# prefix.sh CMAKE SOURCE - build with a prefix before the programs' names and look at what is
# installed; the build tree keeps the plain names. Names that would bring another behaviour are
# refused.

set -u
cmake=${1:?usage: prefix.sh CMAKE SOURCE}
source=${2:?usage: prefix.sh CMAKE SOURCE}
here=$(cd "$(dirname "$0")" && pwd) || exit 2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

configure() # PREFIX
{
	"$cmake" -S "$source" -B "$work/build" -DBUILD_TESTING=OFF -DCMAKE_BUILD_TYPE=Release \
		-DCMAKE_C_FLAGS_RELEASE=-O0 -DFLAMBEAU_PROGRAM_PREFIX="$1" >"$work/log" 2>&1
}

for wrong in inferno- stackcollapse- a/ -x 'a b'; do
	if configure "$wrong" || ! grep -q 'FLAMBEAU_PROGRAM_PREFIX cannot be' "$work/log"; then
		echo "the prefix '$wrong' is not refused"
		exit 1
	fi
done

if ! configure my- || ! "$cmake" --build "$work/build" -j 2 >"$work/log" 2>&1; then
	cat "$work/log"
	exit 1
fi
"$here/components.sh" "$cmake" "$work/build" my- || exit 1

pages=$work/build/man
if grep -l '\(^\|[ B]\)collapse\\-perf' "$pages"/my-* "$pages"/*.7; then
	echo "these pages name collapse-perf without its prefix"
	exit 1
fi
grep -q '^\.TH MY\\-FLAMEGRAPH 1' "$pages/my-flamegraph.1" || exit 1
printf 'a;b 1\n' | "$work/build/bin/flamegraph" | grep -q '</svg>' || exit 1
