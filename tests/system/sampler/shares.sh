#!/bin/bash
# SPDX-License-Identifier: MIT
# ctest: sampler.perf long sampler SERIAL NEEDS sampler WITH LD_LIBRARY_PATH=@lib@ RUN @bin@ @lib@/libflamesample.so.1 @made@/sampler_burner 5 250 6
# ctest: sampler.perf-99-long long sampler TIMEOUT 1200 NEEDS sampler WITH LD_LIBRARY_PATH=@lib@ RUN @bin@ @lib@/libflamesample.so.1 @made@/sampler_burner 60 99 3
# ctest: sampler.perf-250-long long sampler TIMEOUT 1200 NEEDS sampler WITH LD_LIBRARY_PATH=@lib@ RUN @bin@ @lib@/libflamesample.so.1 @made@/sampler_burner 24 250 3
#
# shares.sh BIN LIBRARY BURNER SECONDS HZ POINTS - the shares of functions are those that perf finds
# (cpu-clock, the same rate) in the same run, within POINTS. Skipped (77), with the reason, where
# perf cannot record.

set -u
bin=$(cd "${1:?usage: shares.sh BIN LIBRARY BURNER SECONDS HZ POINTS}" && pwd) || exit 2
library=$2
burner=$3
seconds=$4
hz=$5
points=$6
export LC_ALL=C

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2

command -v perf >/dev/null || { echo 'skipped: no perf here'; exit 77; }
if ! perf record -q -e cpu-clock -F "$hz" -g -o perf.data -- true >err 2>&1; then
	echo "skipped: perf cannot record: $(tail -n 1 err)"
	exit 77
fi
perf record -q -e cpu-clock -F "$hz" -g -o perf.data -- env FLAMESAMPLE_OUT=own.folded \
	FLAMESAMPLE_HZ="$hz" LD_PRELOAD="$library" "$burner" mix "$seconds" 2>err
code=$?
cat err
[ $code -eq 0 ] || exit 1
perf script -i perf.data 2>/dev/null | "$bin/collapse-perf" -q >perf.folded || exit 1

# Of what perf has the sampler itself is no part.
awk -v points="$points" '
FILENAME == "own.folded" || /;burn_[abc][; ]/ {
	count[FILENAME] += $NF
	for (i = 1; i <= 3; i++) {
		name = "burn_" substr("abc", i, 1)
		if ($0 ~ ";" name "[; ]")
			part[FILENAME, name] += $NF
	}
}

END {
	for (i = 1; i <= 3; i++) {
		name = "burn_" substr("abc", i, 1)
		own = 100 * part["own.folded", name] / count["own.folded"]
		its = 100 * part["perf.folded", name] / count["perf.folded"]
		printf "%s: %.1f %%, perf: %.1f %%\n", name, own, its
		if (own - its > points || its - own > points || own < 10)
			bad = 1
	}
	exit bad
}' own.folded perf.folded
