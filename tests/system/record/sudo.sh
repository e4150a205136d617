#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: record.sudo short cli RUN @bin@
#
# sudo.sh BIN - files that flamegraph-record creates under sudo belong to the calling user; existing
# files keep their owner. Skipped (77) where this is not run by root.

. "$(dirname "$0")/../../begin.sh"
unset SUDO_UID SUDO_GID

touch owned
if ! chown 12345:12346 owned 2>/dev/null; then
	echo 'skipped: only root can give files away'
	exit 77
fi
printf 'b 1 1.000000: 10 cycles: \n\t1 f (x)\n\t2 main (x)\n\n' >script
python3 -B "$here/../recordings/perfdata.py" script made || exit 2
SCRIPT=$work/made/ksymbols.data
PATH=$here/stand-in:$PATH
export SCRIPT PATH

record() # OPTION... - by sudo
{
	SUDO_UID=12345 SUDO_GID=12346 "$bin/flamegraph-record" -q --profiler perf "$@" -- true 2>err
}

owned() # OWNER FILE...
{
	owner=$1
	shift
	for file; do
		found=$(stat -c %u:%g "$file")
		[ "$found" = "$owner" ] && continue
		failed=$((failed + 1))
		echo "FAILED $file belongs to $found, not to $owner"
	done
}

failure_of() # STAGE
{
	grep -q "profiler command failed: $1" err && return
	failed=$((failed + 1))
	echo "FAILED $1 did not fail:"
	cat err
}

mkdir there
record --output-dir there/new/sub --keep
owned 12345:12346 there/new there/new/sub there/new/sub/flamegraph.svg there/new/sub/flamegraph.perf.data
owned 0:0 there

# what is replaced keeps its owner
echo old >mine.svg
cp mine.svg other.svg
chown 12347:12348 other.svg
record -o mine.svg
record -o other.svg
owned 0:0 mine.svg
owned 12347:12348 other.svg
grep -q '^<svg' mine.svg || {
	failed=$((failed + 1))
	echo 'FAILED mine.svg is not replaced'
}

# a link where the recording goes is replaced, not followed
touch secret
ln -s secret linked.perf.data
record -o linked.svg --keep
owned 0:0 secret
owned 12345:12346 linked.svg linked.perf.data

# what is left after a failure, of collapse-perf or of perf script, can be used and removed
mkdir by-collapse by-script
echo 'no recording' >broken
SCRIPT=$work/broken record --perf-args=-q --output-dir by-collapse
failure_of 'collapse-perf'
PERF=fail record --event intel_pt//u --output-dir by-script
failure_of 'perf script'
for directory in by-collapse by-script; do
	owned 0:0 $directory
	owned 12345:12346 $directory/flamegraph-record.* $directory/flamegraph-record.*/perf.data
done

# without sudo, and where its variables name no user
mkdir plain
"$bin/flamegraph-record" -q --profiler perf --output-dir plain/a -- true 2>err
for user in 0 -1 x '' 4294967295; do
	SUDO_UID=$user SUDO_GID=12346 "$bin/flamegraph-record" -q --profiler perf -o "plain/$user.svg" -- true 2>err
done
owned 0:0 plain/a plain/a/flamegraph.svg plain/*.svg
[ $failed -gt 0 ] || echo 'files belong to whom they should'
exit $((failed > 0))
