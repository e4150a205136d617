# needs: python3
# recordings of perf sched, of perf trace, of branches alone: what reads them is said, and what makes stacks
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$CASES/../../system/recordings" python3 - <<'END'
import struct

import perfdata


class Flat(perfdata.Recording):
    """Samples without call chains, or with; with branches, or without."""

    def __init__(self, samples, chains=False, branches=False):
        super().__init__(samples)
        self.chains, self.has_branches = chains, branches

    def attribute(self, config):
        attribute = bytearray(super().attribute(config))
        sample_type = struct.unpack("<Q", attribute[24:32])[0]
        if not self.chains:
            sample_type &= ~perfdata.CALLCHAIN
        if self.has_branches:
            sample_type |= perfdata.BRANCH_STACK
            attribute[72:80] = struct.pack("<Q", perfdata.BRANCH_USER | 8)
        attribute[24:32] = struct.pack("<Q", sample_type)
        return bytes(attribute)

    def sample(self, sample):
        body = super().sample(sample)[8:]
        if not self.chains:
            body = body[:48]
        if self.has_branches:
            body += self.branches(sample["frames"])
        return self.record(perfdata.SAMPLE, body, perfdata.USER)


def write(name, events, **options):
    samples = [{"comm": "demo", "pid": 7, "tid": 7, "cpu": 0, "event": event, "period": 1, "time": 10**9 + number,
                "frames": [("work", "/bin/demo"), ("main", "/bin/demo")]} for number, event in enumerate(events)]
    recording = Flat(samples, **options)
    perfdata.write("./" + name + ".data", recording.file(recording.stream()))
    perfdata.write("root/tmp/perf-7.map", recording.perf_map())


sched = ["sched:sched_switch", "sched:sched_wakeup", "sched:sched_stat_runtime", "dummy:u"]
write("sched", sched)
write("sched-g", sched, chains=True)
write("switches", ["sched:sched_switch"])
write("trace", ["raw_syscalls:sys_enter", "raw_syscalls:sys_exit"])
write("trace-g", ["raw_syscalls:sys_enter", "raw_syscalls:sys_exit"], chains=True)
write("calls", ["raw_syscalls:sys_enter"])
write("branches", ["cycles", "cycles"], branches=True)
write("branches-g", ["cycles"], branches=True, chains=True)
write("mixed", sched + ["cycles"])
END
for name in sched sched-g switches trace trace-g calls branches branches-g mixed; do
	echo "== $name"
	collapse-perf --symfs root --no-header $name.data 2>&1
done
echo == options
collapse-perf --symfs root --no-header --event-filter sched:sched_switch sched-g.data 2>&1
collapse-perf --symfs root --no-header --event-filter sched:sched_switch sched.data 2>&1
collapse-perf --symfs root --list-events sched.data 2>&1
stackcollapse-perf.pl --symfs root trace.data 2>&1
