#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""simpleperf.py DIRECTORY [PROGRAM FUNCTION OTHER] - recordings as simpleperf, Android's profiler, writes them.

    records.data    records of its own types among the others: longer than 64 KiB, split, call chains, ids of events
    maps.data       processes and maps that come before those of the data section (INIT_MAP)
    file.data       functions of files (feature FILE), of every kind of file
    file2.data      the same files as messages (FILE2)
    offcpu.data     time off the processor (--trace-offcpu)
    etm.data        a processor's trace
    pipe.data       to a pipe: a record longer than what is read of one at a time
    names-, split-, init-*.data
                    names of events, split records and maps that lack something
    many.data       2,000 maps, each of another inode, of a file with 50,000 functions
    program.data    of the program on this machine, whose addresses are offsets: samples at two functions,
                    of which the recording names the first

The layout is that of the features and records of simpleperf, of Android; numbers are little-endian.
"""

import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "fixtures"))
from protobuf import block, number  # noqa: E402

IP, TID, TIME, CALLCHAIN, ID, CPU, PERIOD = 1, 2, 4, 32, 64, 128, 256
SAMPLE_TYPE = IP | TID | TIME | CALLCHAIN | ID | CPU | PERIOD
SAMPLE_ID_ALL = 1 << 18
MMAP, COMM, SAMPLE, MMAP2, HEADER_ATTR, TRACING_DATA, AUXTRACE_INFO, AUXTRACE = 1, 3, 9, 10, 64, 66, 70, 71
KERNEL_SYMBOL, SPLIT, SPLIT_END, EVENT_ID, DEBUG_CHAIN = 32769, 32772, 32773, 32774, 32775
FILE, META_INFO, FILE2, INIT_MAP = 128, 129, 132, 134
KERNEL, MODULE, ELF, DEX, SYMBOL_MAP, UNKNOWN = range(6)  # kinds of files
KERNEL_MODE, USER_MODE = 1, 2
CONTEXT_KERNEL, CONTEXT_USER = 2**64 - 128, 2**64 - 512
READ, EXECUTE, JIT = 1, 4, 0x4000
NOWHERE = 2**64 - 1


def record(kind, body, misc=0):
    body += b"\0" * (-len(body) % 8)
    if kind >= 32768:
        return struct.pack("<IHH", kind, 8 + len(body) >> 16, 8 + len(body) & 0xFFFF) + body
    return struct.pack("<IHH", kind, misc, 8 + len(body)) + body


def text(string):
    return string.encode() + b"\0"


def padded(string):
    data = text(string)
    return data + b"\0" * (-len(data) % 8)


def split(whole, size):
    """A record in parts."""
    parts = [record(SPLIT, whole[at:at + size]) for at in range(0, len(whole), size)]
    return b"".join(parts) + record(SPLIT_END, b"")


def attribute(kind, config, sample_type=SAMPLE_TYPE):
    return struct.pack("<IIQQQQQ", kind, 112, config, 1000, sample_type, 0, SAMPLE_ID_ALL) + b"\0" * 64


class Recording:
    def __init__(self, *events, is_offcpu=False):
        """Events are (name, type, config); an id is 10 more than its event's number."""
        self.events, self.features = events, {}
        lines = "\n".join(f"{name},{kind},{config}" for name, kind, config in events)
        self.meta = {"simpleperf_version": "1.demo", "event_type_info": lines,
                     "trace_offcpu": "true" if is_offcpu else "false"}
        self.records, self.ids = [], {10 + number: number for number in range(len(events))}

    def add(self, *records):
        self.records += records

    # ---- records; without the clock's help they stay in the order of their times ----

    def trailer(self, pid, time):
        return struct.pack("<IIQQII", pid, pid, time, 10, 0, 0)

    def comm(self, pid, name, time=0, tid=None):
        return record(COMM, struct.pack("<II", pid, tid or pid) + padded(name) + self.trailer(pid, time))

    def map(self, pid, start, size, offset, name, protection=READ | EXECUTE, time=0, inode=0):
        return record(MMAP2, struct.pack("<IIQQQIIQQII", pid, pid, start, size, offset, 0, 0, inode, 0, protection, 2) +
                      padded(name) + self.trailer(pid, time), USER_MODE)

    def kernel_map(self, start, size, name):
        return record(MMAP, struct.pack("<iIQQQ", -1, 0, start, size, 0) + padded(name) + self.trailer(0, 0),
                      KERNEL_MODE)

    def sample(self, pid, time, user=(), kernel=(), period=1, event=0, tid=None, id=None):
        """Chains are leaf first."""
        chain = [CONTEXT_KERNEL, *kernel] * bool(kernel) + [CONTEXT_USER, *user] * bool(user)
        ip = (list(kernel) + list(user) + [0])[0]
        return record(SAMPLE, struct.pack(f"<QIIQQIIQQ{len(chain)}Q", ip, pid, tid or pid, time,
                                          10 + event if id is None else id, 0, 0, period, len(chain), *chain),
                      KERNEL_MODE if kernel else USER_MODE)

    # ---- features ----

    def file(self, *files):
        """Each is (path, kind, address, offset or None, [(address, size, name)])."""
        entries = b""
        for path, kind, address, offset, functions in files:
            entry = text(path) + struct.pack("<IQI", kind, address, len(functions))
            entry += b"".join(struct.pack("<QI", function, size) + text(name) for function, size, name in functions)
            if kind == DEX:
                entry += struct.pack("<IQ", 1, 0x28)
            elif offset is not None:
                entry += struct.pack("<Q", offset)
            entries += struct.pack("<I", len(entry)) + entry
        self.features[FILE] = entries

    def file2(self, *files):
        def field(which, value):
            if isinstance(value, bytes):
                return block(which, value)
            return number(which, value) if value else b""

        entries = b""
        for path, kind, address, offset, functions in files:
            entry = field(9, b"later") + field(1, path.encode()) + field(2, kind) + field(3, address)
            for function, size, name in functions:
                entry += field(4, field(9, b"later") + field(1, function) + field(2, size) + field(3, name.encode()))
            if kind == DEX:
                entry += field(5, field(1, field(1, 0x28)[1:]))
            elif offset is not None:
                entry += field(7 if kind == MODULE else 6, field(1, offset))
            entries += struct.pack("<I", len(entry)) + entry
        self.features[FILE2] = entries

    def write_pipe(self, path):
        out = b"PERFILE2" + struct.pack("<Q", 16)
        for number, (_, kind, config) in enumerate(self.events):
            out += record(HEADER_ATTR, attribute(kind, config) + struct.pack("<Q", 10 + number))
        with open(path, "wb") as file:
            file.write(out + b"".join(self.records))

    def write(self, path, sample_type=SAMPLE_TYPE):
        count = len(self.events)
        if self.meta:
            self.features[META_INFO] = b"".join(text(key) + text(value) for key, value in self.meta.items())
        table = 104 + 8 * len(self.ids)
        data_at = table + 128 * count
        data = b"".join(self.records)
        bits = sum(1 << bit for bit in self.features)
        out = b"PERFILE2" + struct.pack("<8Q", 104, 128, table, 128 * count, data_at, len(data), 0, 0)
        out += bits.to_bytes(32, "little") + b"".join(struct.pack("<Q", id) for id in self.ids)
        at = 104
        for number, (_, kind, config) in enumerate(self.events):
            ids = sum(1 for event in self.ids.values() if event == number)
            out += attribute(kind, config, sample_type) + struct.pack("<QQ", at, 8 * ids)
            at += 8 * ids
        out += data
        sections = len(out) + 16 * len(self.features)
        contents = b""
        for bit in sorted(self.features):
            out += struct.pack("<QQ", sections + len(contents), len(self.features[bit]))
            contents += self.features[bit]
        with open(path, "wb") as file:
            file.write(out + contents)


CYCLES, SWITCH = ("cpu-cycles", 0, 0), ("sched:sched_switch", 2, 47)


def records(path):
    """The second event has no id but those that records tell: not all they say, and one of an event that is not there."""
    data = Recording(CYCLES, ("task-clock:u", 1, 1))
    data.ids = {10: 0}
    lines = b"".join(b"%x T kernel_%d\n" % (0xFFFFFFC010000000 + 256 * number, number) for number in range(5000))
    kallsyms = struct.pack("<I", len(lines)) + lines
    data.add(data.comm(7, "app"), data.map(7, 0x10000, 0x10000, 0, "/system/lib64/nowhere.so"),
             record(EVENT_ID, struct.pack("<QQQQQ", 2**64 - 1, 1, 21, 2, 22)),
             data.sample(7, 100, [0x10010], period=3),
             data.kernel_map(0xFFFFFFC010000000, 0x1000000, "[kernel.kallsyms]"), record(KERNEL_SYMBOL, kallsyms),
             record(TRACING_DATA, struct.pack("<I", 40) + b"t" * 40),
             data.sample(7, 200, [0x10010], period=5),
             record(DEBUG_CHAIN, struct.pack("<IIQQQQQ", 7, 7, 0, 200, 1, 0x10010, 0x7000)),
             split(data.comm(8, "joined"), 24), data.sample(8, 300, [0x20010], period=7),
             split(record(KERNEL_SYMBOL, struct.pack("<I", 90000) + b"k" * 90000), 65000),
             data.sample(7, 400, [0x10010], period=11, id=21), record(32776, b"r" * 24),
             data.sample(7, 500, [0x10010], period=13, id=22),
             data.sample(7, 600, [0x10010], [0xFFFFFFC010000110, 0xFFFFFFC010002700], period=17))
    data.write(path)


def maps(path):
    """Their times are those of the data section, or nothing."""
    data = Recording(CYCLES)
    data.features[INIT_MAP] = data.comm(7, "early") + data.map(7, 0x10000, 0x10000, 0, "/system/bin/early")
    data.add(data.sample(7, 100, [0x10010]), data.comm(7, "later", 150), data.sample(7, 200, [0x10010]))
    data.write(path)


FILES = [
    ("[kernel.kallsyms]", KERNEL, 0xFFFFFFC010000000, None, [(0xFFFFFFC010000100, 0x80, "do_work")]),
    ("/vendor/lib/modules/wlan.ko", MODULE, 0x40, 0x1000, [(0x140, 16, "wlan_send")]),
    ("/system/lib64/libdemo.so", ELF, 0x3000, 0x1000,
     [(0x3180, 32, "late"), (0x3100, 64, "_ZN4demo3runERKi"), (0x3100, 64, "alias"), (0x3110, 8, "inner"), (0x3140, 0, "empty"),
      (0x31A0, 16, "line\nfeed"), (0x4100, 16, "far")]),
    ("/system/bin/linker64", ELF, 0x3000, None, [(0x3010, 16, "__dl__Z8__dlopenPKc")]),
    ("/data/app/base.apk!/lib/arm64/libx.so", ELF, 0, NOWHERE, [(0x20, 16, "in_apk")]),
    ("/system/framework/core.jar", DEX, 0, None, [(0x2040, 16, "java.lang.Thread.run")]),
    ("jit_app_cache:0-100", ELF, 0, 0, [(0x9C000010, 0x40, "app.Main$1.run"), (0x9D000010, 0x40, "app.Main$2.run")]),
    ("perf-7.map", SYMBOL_MAP, 0, None, [(0x500010, 0x10, "Ljs;made"), (0x510010, 0x10, "Ljs;other")]),
    ("/data/stripped.so", ELF, 0, 0, []),
    ("/system/lib64/libdemo.so", ELF, 0x3000, 0x1000, [(0x3100, 64, "of_a_file_of_that_name")]),
]


def functions(path, feature):
    """For each file an address in a function and one beside it; callers' addresses are not lowered."""
    data = Recording(CYCLES)
    getattr(data, feature)(*FILES)
    data.add(data.comm(7, "app"), data.kernel_map(0xFFFFFFC010000000, 0x1000000, "[kernel.kallsyms]"),
             data.kernel_map(0xFFFFFFC020000000, 0x10000, "/vendor/lib/modules/wlan.ko"),
             data.map(7, 0x100000, 0x10000, 0x1000, "/system/lib64/libdemo.so"),
             data.map(7, 0x200000, 0x10000, 0x1000, "/system/bin/linker64"),
             data.map(7, 0x300000, 0x10000, 0x7000, "/data/app/base.apk!/lib/arm64/libx.so"),
             data.map(7, 0x400000, 0x10000, 0x2000, "/system/framework/core.jar", READ),
             data.map(7, 0x500000, 0x10000, 0, "//anon"), data.map(7, 0x510000, 0x10000, 0, "[anon:jit]"),
             data.map(7, 0x9C000010, 0x40, 0x3C78, "jit_app_cache:0-100"),
             data.map(7, 0x9D000000, 0x1000, 0x4000, "jit_app_cache:0-100", JIT),
             data.map(7, 0x600000, 0x10000, 0, "/data/stripped.so"),
             data.comm(8, "other"), data.map(8, 0x500000, 0x10000, 0, "//anon"), data.map(8, 0x510000, 0x10000, 0, "[anon:jit]"),
             data.map(8, 0x7700000, 0x10000, 0x1000, "/system/lib64/libdemo.so"),
             data.map(8, 0x7800000, 0x10000, 0x2000, "/system/lib64/libdemo.so"))
    user = [0x100100, 0x10019F, 0x1001A0, 0x100180, 0x100112, 0x100140, 0x200010, 0x200020, 0x300025, 0x300030, 0x400040,
            0x400050, 0x9C000010, 0x9C00004F, 0x500018, 0x500020, 0x600000, 0x700000]
    for number, address in enumerate(user):
        data.add(data.sample(7, 100 + number, [address, 0x100181], period=1 << number))
    data.add(data.sample(7, 200, [0x100100], [0xFFFFFFC010000110, 0xFFFFFFC020001100], period=1 << 20),
             data.sample(7, 201, [0x100100], [0xFFFFFFC010000180, 0xFFFFFFC020001110], period=1 << 21),
             data.sample(8, 202, [0x500018, 0x7700100], period=1 << 22), data.sample(7, 203, [0x9D000010, 0x100181], period=1 << 23),
             data.sample(7, 204, [0x510018, 0x100181], period=1 << 24), data.sample(8, 205, [0x510018, 0x7700100], period=1 << 25),
             data.sample(8, 206, [0x7800100, 0x7700100], period=1 << 26))
    data.write(path)


def offcpu(path):
    """
    Two threads of a process, whose samples are not in the order of their times. The idle threads of processors have
    one number, and do not wait.
    """
    data = Recording(CYCLES, SWITCH, is_offcpu=True)
    data.file(("/system/lib64/libdemo.so", ELF, 0, 0, [(0x100, 16, "work"), (0x200, 16, "wait"), (0x300, 16, "lock")]))
    work, wait, lock = 0x10100, 0x10200, 0x10300
    data.add(data.comm(7, "app"), data.comm(7, "app", tid=8),
             data.map(7, 0x10000, 0x1000, 0, "/system/lib64/libdemo.so"),
             data.sample(7, 1000, [work], period=50), data.sample(7, 1500, [wait], event=1),
             data.sample(7, 1100, [lock], event=1, tid=8), data.sample(7, 4000, [work], period=60),
             data.sample(7, 1800, [lock], event=1, tid=8), data.sample(7, 4100, [wait], event=1),
             data.sample(7, 4100, [work], event=0), data.sample(7, 2000, [work], period=70, tid=8),
             data.sample(0, 1200, kernel=[0xFFFFFFC010000000], event=1), data.sample(7, 9000, [wait], event=1),
             data.sample(0, 8000, kernel=[0xFFFFFFC010000000], event=1))
    data.write(path)


def etm(path):
    data = Recording(("cs-etm", 8, 0))
    data.add(data.comm(7, "app"), record(AUXTRACE_INFO, struct.pack("<II4Q", 3, 0, 0, 0, 0, 0)),
             record(AUXTRACE, struct.pack("<QQQIIII", 64, 0, 0, 0, 0, 0, 0)) + b"\x80" * 64)
    data.write(path)


def pipe(path):
    data = Recording(CYCLES)
    data.add(data.comm(7, "app"), data.sample(7, 100, [0x10010]), record(KERNEL_SYMBOL, b"k" * 300000),
             data.sample(7, 200, [0x10010]))
    data.write_pipe(path)


def lacking(folder):
    data = Recording(CYCLES, ("", 1, 1))
    data.meta = {}
    data.features[META_INFO] = b"event_type_info\0,1,1\n\0event_type_info\0cut,0,0"
    data.add(data.sample(7, 100, [0x10010]), data.sample(7, 200, [0x10010], event=1))
    data.write(os.path.join(folder, "names-lacking.data"))
    whole = data.sample(7, 100, [0x10010])
    for name, parts in ("end", split(whole, 24)[:-8]), ("part", split(whole[:-8], 24)):
        data = Recording(CYCLES)
        data.add(parts, data.sample(7, 200, [0x10010]))
        data.write(os.path.join(folder, f"split-{name}-lacking.data"))
    data.features[INIT_MAP] = data.comm(7, "early") + data.comm(7, "cut")[:-1]
    data.records = data.records[1:]
    data.write(os.path.join(folder, "init-lacking.data"))


def many(path):
    data = Recording(CYCLES)
    data.file(("/lib.so", ELF, 0, 0, [(16 * number, 16, f"f{number}") for number in range(50000)]))
    data.add(data.comm(7, "app"))
    for number in range(2000):
        start = 0x100000000 + number * 0x10000
        data.add(data.map(7, start, 0x1000, 0x1000 * (number % 100), "/lib.so", inode=number + 1),
                 data.sample(7, 100 + number, [start + 0x20]))
    data.write(path)


def program(folder, path, function, other):
    """The same without names, too."""
    function, other = int(function, 0), int(other, 0)
    for name in ("program.data", "unnamed.data"):
        data = Recording(CYCLES)
        if name == "program.data":
            data.file((path, ELF, 0x100, 0x100, [(function, 4, "recorded")]))
        data.add(data.comm(7, "app"), data.map(7, 0x10000000, 0x100000, 0, path),
                 data.sample(7, 100, [0x10000000 + function]), data.sample(7, 200, [0x10000000 + other]),
                 data.map(9, 0x10000000, 0x1000, 0, "//anon", time=250), data.sample(9, 300, [0x10000010]))
        data.write(os.path.join(folder, name))


def main(folder):
    records(os.path.join(folder, "records.data"))
    maps(os.path.join(folder, "maps.data"))
    functions(os.path.join(folder, "file.data"), "file")
    functions(os.path.join(folder, "file2.data"), "file2")
    offcpu(os.path.join(folder, "offcpu.data"))
    etm(os.path.join(folder, "etm.data"))
    pipe(os.path.join(folder, "pipe.data"))
    lacking(folder)
    many(os.path.join(folder, "many.data"))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 5):
        sys.exit(__doc__)
    main(sys.argv[1])
    if len(sys.argv) == 5:
        program(sys.argv[1], *sys.argv[2:])
