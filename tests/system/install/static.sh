#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: install.static short install NEEDS static RUN @bin@ @root@
#
# static.sh BIN SOURCE - the programs in BIN ask for no loader and no library, and run in a root
# that holds nothing else. That part is skipped (77) where chroot is not allowed.

set -u
bin=$(cd "${1:?usage: static.sh BIN SOURCE}" && pwd) || exit 2
source=$(cd "${2:?usage: static.sh BIN SOURCE}" && pwd) || exit 2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
count=0

command -v readelf >/dev/null || { echo "skipped: no readelf here"; exit 77; }
for program in "$bin"/*; do
	[ ! -L "$program" ] || continue
	count=$((count + 1))
	if readelf -lWd "$program" | grep -E 'INTERP|NEEDED'; then
		echo "$program is not static"
		bad=1
	fi
	cp "$program" "$work/"
done
[ $count -gt 0 ] || { echo "no programs"; bad=1; }
[ $bad -eq 0 ] || exit 1

cp "$source"/fixtures/perf/cxx-fp.txt "$work/" || exit 2
enter() # PROGRAM ARG... - in an empty root
{
	if [ "$(id -u)" -eq 0 ]; then
		chroot "$work" "$@"
	else
		unshare -r chroot "$work" "$@"
	fi
}
if ! enter /flamegraph --version >/dev/null 2>"$work/err"; then
	echo "skipped: chroot does not work: $(head -n 1 "$work/err")"
	exit 77
fi
for program in "$work"/[a-z]*-* "$work"/flamegraph; do
	case $program in *.*) continue ;; esac
	enter "/${program##*/}" --help >/dev/null || bad=1
done
enter /collapse-perf /cxx-fp.txt >"$work/folded" || bad=1
"$bin/collapse-perf" "$source/fixtures/perf/cxx-fp.txt" | cmp - "$work/folded" || bad=1
enter /flamegraph <"$work/folded" | tail -n 1 | grep -q '</svg>' || bad=1
[ $bad -ne 0 ] || echo "$count static programs run by themselves"
exit $bad
