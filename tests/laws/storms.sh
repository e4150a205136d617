#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: law.storms long law TIMEOUT 1800 RUN @bin@ @made@/gen
#
# storms.sh BIN GEN - recordings of a million maps, a sample after each, are folded in 192 MiB
# where their records are in rounds, and in 256 MiB where all wait for the end. (A version of all
# maps for each sample would take 1.4 and 1.6 GB.) Both give the same stacks, for any number of
# threads.

set -u
bin=${1:?usage: storms.sh BIN GEN} gen=${2:?}
bad=0

case " ${WITHOUT-} " in *" ulimit "*)
	echo "skipped: these programs take terabytes of addresses"
	exit 77
	;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2

fold() # KIND THREADS MEMORY
{
	"$bin/collapse-perf" -q --no-header -j "$2" --max-memory "$3" "$1.data" >folded || {
		echo "$1: exit code $?"
		bad=1
	}
	[ -s expected ] || cp folded expected
	cmp -s folded expected || {
		echo "$1, $2 threads: other stacks"
		bad=1
	}
}

for row in recording-maps:192M recording-maps-alone:256M; do
	kind=${row%:*}
	"$gen" "$kind" --size 1M >"$kind.data" || exit 2
	for threads in 1 3; do
		fold "$kind" $threads "${row#*:}"
	done
	rm "$kind.data"
done
[ "$(wc -l <expected)" -ge 100 ] || {
	echo "only $(wc -l <expected) stacks"
	bad=1
}
exit $bad
