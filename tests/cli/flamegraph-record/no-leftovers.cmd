# runs that fail or are empty leave no folder, unless what was recorded can be used; --keep keeps it all the same
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; export PERF
look() { echo "$PERF: exit $?"; ls -d flamegraph* 2>/dev/null | sed 's/record\..*/record.XXXXXX/'; rm -rf flamegraph*; }
for PERF in nothing empty refused recfail reckill; do
	flamegraph-record -q --profiler perf --event intel_pt//u -- echo 2>/dev/null; look
	flamegraph-record -q --profiler perf --event intel_pt//u compare -- echo -- echo 2>/dev/null; look
done
PERF=empty; flamegraph-record --profiler perf --event intel_pt//u --keep -- true 2>err; look; constant <err
PERF=fail; flamegraph-record --profiler perf --event intel_pt//u --keep -- true 2>err; look; constant <err
PERF=fail; flamegraph-record -q --profiler perf --event intel_pt//u -- true 2>err; look; constant <err; ls
