#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""records.py DIRECTORY - make recordings of perf (perf.data) record by record: what perf records seldom.

    old, oldest by perf until 3.3, and of 2.6.31: another magic, shorter headers and attributes
    untimed     by a kernel before 2.6.38, whose records have no times, but samples have
    outside     of all processes, by perf in a pid namespace: what runs outside of it has pid 0
    idle        of all processes, with processors that are idle; idle-inside: in a pid namespace
    exec        samples inside of execve, of processes and threads
    chains      chains that are empty or end within, of samples in user mode, in the kernel and without chain
    same-1 to 3 of one process that runs another program in each, at the same addresses and times
    made-1, 2   code that processes 4194401 and 4194402 make
    groups      samples of two events that are read together, out of order; some groups are cut or of strangers
    waiting     chains of the kernel whose user part comes later (perf record --call-graph fp,defer)
    lost        records that perf lost, and maps without sense
    deep        chains as long as the kernel keeps them; deep-set, deep-few: the recording sets the length

NAME.data is a file, NAME.pipe a pipe (perf record -o -), NAME-big.* by a machine of the other byte order.
"""

import os
import struct
import sys

IP, TID, TIME, CALLCHAIN, PERIOD = 1, 2, 4, 32, 256  # perf_event_attr.sample_type
SAMPLE_ID_ALL = 18  # a bit of its flags
MMAP, COMM, EXIT, FORK, SAMPLE = 1, 3, 4, 7, 9
HEADER_ATTR, FINISHED_ROUND, EVENT_UPDATE = 64, 68, 78
KERNEL, USER, EXEC = 1, 2, 1 << 13  # misc
HV, KERNEL_PART, USER_PART, GUEST_PART, UNKNOWN_PART = (2**64 - number for number in (32, 128, 512, 2048, 1000))
KERNEL_CODE = 0xFFFFFFFF81000000
NEW, OLD, OLDEST = (b"PERFILE2", 104 + 8, 104), (b"PERFFILE", 64 + 8, 104), (b"PERFFILE", 64, 72)


READ, IDENTIFIER, READ_ID_AND_GROUP, DEFER = 16, 1 << 16, 4 | 8, 38  # a bit of the flags
LOST, THROTTLE, LOST_SAMPLES, DEFERRED = 2, 5, 13, 22
WAITING_PART = 2**64 - 640


class Records:
    """Records, one after the other, each a nanosecond after the one before."""

    def __init__(self, order="<", is_timed=True, has_chains=True, max_stack=0, style=NEW):
        self.order, self.is_timed, self.has_chains, self.max_stack = order, is_timed, has_chains, max_stack
        self.magic, self.size, self.header = style  # bytes of an attribute and of the header
        self.data, self.time = b"", 0

    def pack(self, form, *numbers):
        return struct.pack(self.order + form, *numbers)

    def record(self, kind, body, misc=0):
        return self.pack("IHH", kind, misc, 8 + len(body)) + body

    def add(self, kind, ids, body, misc):
        self.time += 1
        trailer = self.pack("iiQ", *ids, self.time) if self.is_timed else b""
        self.data += self.record(kind, body + trailer, misc)

    def comm(self, pid, name, tid=None, misc=0):
        ids = (pid, pid if tid is None else tid)
        self.add(COMM, ids, self.pack("ii", *ids) + text(name), misc)

    def mmap(self, pid, start, name, misc=USER, size=0x1000):
        self.add(MMAP, (pid, pid), self.pack("iiQQQ", pid, pid, start, size, 0) + text(name), misc)

    def task(self, kind, pid, ppid, tid=None, ptid=None):
        tid, ptid = pid if tid is None else tid, ppid if ptid is None else ptid
        self.add(kind, (ppid, ptid), self.pack("iiiiQ", pid, ppid, tid, ptid, self.time), 0)

    def sample(self, pid, ip, chain=(), tid=None, misc=USER):
        self.time += 1
        body = self.pack("QiiQQ", ip, pid, pid if tid is None else tid, self.time, 1)
        if self.has_chains:
            body += self.pack(f"Q{len(chain)}Q", len(chain), *chain)
        self.data += self.record(SAMPLE, body, misc)

    def attribute(self):
        sample_type = IP | TID | TIME | PERIOD | (CALLCHAIN if self.has_chains else 0)
        flags = bytearray(8)
        bit = SAMPLE_ID_ALL % 8
        flags[SAMPLE_ID_ALL // 8] |= self.is_timed << (bit if self.order == "<" else 7 - bit)
        head = self.pack("IIQQQQ", 0, self.size, 0, 1, sample_type, 0) + bytes(flags)
        return head.ljust(108, b"\0")[:self.size] + (self.pack("HH", self.max_stack, 0) if self.size > 108 else b"")

    def head(self, *numbers):
        """The magic is a number; the old one is a text, and the same for both byte orders."""
        magic = self.magic if self.order == "<" or self.magic == OLD[0] else self.magic[::-1]
        return magic + self.pack(f"{len(numbers)}Q", *numbers)

    def file(self):
        start = self.header + self.size + 16
        numbers = [self.size + 16, self.header, self.size + 16, start, len(self.data), 0, 0] + [0] * 4
        return (self.head(self.header, *numbers[:self.header // 8 - 2]) + self.attribute() + self.pack("QQ", 0, 0) + self.data)

    def pipe(self):
        return (self.head(16) + self.record(HEADER_ATTR, self.attribute() + self.pack("Q", 1))
                + self.data + self.record(FINISHED_ROUND, b""))


class Groups(Records):
    """Two events, of which the first one samples, and reads both."""

    def sample_of(self, time, *read):
        body = self.pack("QQiiQ", 1, 0x400100, 7, 7, time) + self.pack(f"{len(read)}Q", *read)
        self.data += self.record(SAMPLE, body + self.pack("QQQ", 2, USER_PART, 0x400100), USER)

    def add(self, kind, ids, body, misc):
        self.data += self.record(kind, body + self.pack("iiQQ", *ids, 0, 1), misc)

    def attribute(self):
        sample_type = IDENTIFIER | IP | TID | TIME | READ | CALLCHAIN
        flags = self.pack("Q", 1 << SAMPLE_ID_ALL) if self.order == "<" else bytes([0, 0, 1 << 7 - SAMPLE_ID_ALL % 8] + [0] * 5)
        return (self.pack("IIQQQQ", 0, self.size, 0, 1, sample_type, READ_ID_AND_GROUP) + flags).ljust(self.size, b"\0")

    def pipe(self):
        events = b"".join(self.record(HEADER_ATTR, self.attribute() + self.pack("Q", number))
                          + self.record(EVENT_UPDATE, self.pack("QQ", 2, number) + text(name))
                          for number, name in ((1, "leader"), (2, "member")))
        return self.head(16) + events + self.data + self.record(FINISHED_ROUND, b"")


class Waiting(Records):
    """Samples whose user part comes later, in a record with the same cookie."""

    def attribute(self):
        attribute = bytearray(super().attribute())
        attribute[40 + DEFER // 8] |= 1 << (DEFER % 8 if self.order == "<" else 7 - DEFER % 8)
        return bytes(attribute)

    def waiting(self, time, tid, cookie):
        self.time = time - 1
        self.sample(7, KERNEL_CODE, (KERNEL_PART, KERNEL_CODE, WAITING_PART, cookie), tid, KERNEL)

    def deferred(self, time, tid, cookie, *addresses):
        self.time = time - 1
        self.add(DEFERRED, (7, tid), self.pack(f"QQ{len(addresses) + 1}Q", cookie, len(addresses) + 1, USER_PART, *addresses), USER)


def text(name):
    name = name.encode() + b"\0"
    return name + b"\0" * (-len(name) % 8)


def usual(records):
    """Two functions of a program."""
    records.comm(7, "demo")
    records.mmap(7, 0x400000, "/opt/demo")
    records.mmap(7, 0x500000, "/opt/library")
    records.sample(7, 0x500100, (USER_PART, 0x500100, 0x400100))
    records.sample(7, 0x400100, (USER_PART, 0x400100))


def untimed(records):
    """The same address in one program after the other."""
    for name in ("first", "second", "third"):
        records.comm(7, name)
        records.mmap(7, 0x400000, "/opt/" + name)
        records.sample(7, 0x400100, (USER_PART, 0x400100))


def same(records, name):
    records.comm(7, "demo")
    records.mmap(7, 0x400000, "/opt/" + name)
    for _ in range(2):
        records.sample(7, 0x400100, (USER_PART, 0x400100, 0x400200))


def made_code(records, pid):
    records.comm(pid, "demo")
    records.mmap(pid, 0x400000, "//anon")
    for address in range(0x400000, 0x400100, 16):
        records.sample(pid, address, (USER_PART, address, 0x400100))


def outside(records):
    """A process inside; outside two that come one after the other, kernel threads, and a child that comes in."""
    records.mmap(-1, KERNEL_CODE, "[kernel.kallsyms]_text", KERNEL)
    records.comm(0, "swapper")
    records.comm(7, "inside")
    records.mmap(7, 0x400000, "/opt/inside")
    records.sample(0, KERNEL_CODE, (KERNEL_PART, KERNEL_CODE), misc=KERNEL)  # idle
    for name in ("docker", "kubectl"):
        records.task(FORK, 0, 0)
        records.comm(0, name, misc=EXEC)
        records.mmap(0, 0x400000, "/usr/bin/" + name)
        records.sample(0, 0x400100, (USER_PART, 0x400100))
        records.sample(0, KERNEL_CODE, (KERNEL_PART, KERNEL_CODE, USER_PART, 0x400100), misc=KERNEL)
        records.sample(0, KERNEL_CODE, (KERNEL_PART, KERNEL_CODE), misc=KERNEL)
    records.task(FORK, 8, 0)
    records.sample(8, 0x400100, (USER_PART, 0x400100))
    records.task(EXIT, 0, 0)
    records.sample(7, 0x400100, (USER_PART, 0x400100))
    records.sample(0, 0x400100)
    records.sample(-1, KERNEL_CODE, (KERNEL_PART, KERNEL_CODE), misc=KERNEL)  # has ended


# the kernel's functions in the recordings of idle processors, for --kallsyms
IRQ, IDLE, ENTRY, BOOT, THREAD = range(KERNEL_CODE, KERNEL_CODE + 0x500, 0x100)
KALLSYMS = "".join(f"{address:x} t {name}\n" for address, name in (
    (IRQ, "handle_irq"), (IDLE, "do_idle"), (ENTRY, "cpu_startup_entry"), (BOOT, "start_kernel"), (THREAD, "kthread")))


def idle(records, is_inside=False):
    """Processors that are idle and are interrupted there, and what is like them but is not."""
    records.mmap(-1, KERNEL_CODE, "[kernel.kallsyms]_text", KERNEL)
    records.comm(0, "swapper")
    records.comm(9, "swapper")
    records.mmap(9, 0x400000, "/opt/swapper")
    for _ in range(4):
        records.sample(0, IDLE, (KERNEL_PART, IDLE, ENTRY), misc=KERNEL)
        records.sample(0, IRQ, (KERNEL_PART, IRQ, IDLE, ENTRY), misc=KERNEL)
    records.sample(0, IRQ, (KERNEL_PART, IRQ, BOOT), misc=KERNEL)  # not in the loop
    records.sample(2, IRQ, (KERNEL_PART, IRQ, THREAD), misc=KERNEL)
    records.sample(9, 0x400100, (USER_PART, 0x400100, 0x400200))
    if is_inside:
        records.sample(0, 0x400100, (USER_PART, 0x400100, 0x400200))
        records.sample(0, IRQ, (KERNEL_PART, IRQ, USER_PART, 0x400200), misc=KERNEL)


def executed(records):
    """A shell starts a program, and another one from a thread of it; the samples between are the shell's."""
    records.mmap(-1, KERNEL_CODE, "[kernel.kallsyms]_text", KERNEL)
    records.comm(7, "sh")
    records.mmap(7, 0x400000, "/opt/sh")
    records.mmap(7, 0x410000, "/opt/library")
    records.sample(7, 0x400100, (USER_PART, 0x400100))
    records.comm(7, "program", misc=EXEC)
    records.sample(7, KERNEL_CODE, (KERNEL_PART, KERNEL_CODE, USER_PART, 0x410100, 0x400100), misc=KERNEL)
    records.task(FORK, 7, 7, 8, 7)
    records.sample(7, KERNEL_CODE, (KERNEL_PART, KERNEL_CODE, USER_PART, 0x400100), 8, KERNEL)
    records.task(FORK, 9, 7)
    records.mmap(7, 0x500000, "/opt/program")
    records.sample(7, 0x500100, (USER_PART, 0x500100, 0x400100))
    records.sample(9, 0x400100, (USER_PART, 0x400100))
    records.mmap(9, 0x600000, "/opt/child")
    records.sample(9, 0x400100, (USER_PART, 0x400100))
    records.sample(9, 0x600100, (USER_PART, 0x600100))


def chains(records):
    """The number of addresses that are good is the last digit of the pid."""
    records.mmap(-1, KERNEL_CODE, "[kernel.kallsyms]_text", KERNEL)
    user, kernel = 0x400100, KERNEL_CODE + 0x100
    for pid, name, ip, misc, chain in (
            (10, "empty", user, USER, ()),
            (20, "user-marker", user, USER, (USER_PART,)),
            (30, "markers", user, USER, (KERNEL_PART, USER_PART)),
            (40, "kernel-empty", kernel, KERNEL, ()),
            (50, "kernel-marker", kernel, KERNEL, (KERNEL_PART,)),
            (60, "unknown-first", user, USER, (UNKNOWN_PART, user, user)),
            (70, "unknown-second", user, USER, (USER_PART, UNKNOWN_PART, user)),
            (81, "unknown-after", user, USER, (USER_PART, user, UNKNOWN_PART, user)),
            (92, "unknown-last", user, USER, (USER_PART, user, user, UNKNOWN_PART)),
            (101, "guest", user, USER, (USER_PART, user, GUEST_PART, user)),
            (111, "kernel-unknown", kernel, KERNEL, (KERNEL_PART, kernel, UNKNOWN_PART, USER_PART, user)),
            (122, "good", kernel, KERNEL, (KERNEL_PART, kernel, USER_PART, user)),
            (131, "hypervisor", user, USER, (HV, user))):
        records.comm(pid, name)
        records.mmap(pid, 0x400000, "/opt/demo")
        records.sample(pid, ip, chain, misc=misc)
        records.sample(pid, ip, chain, misc=misc)
        records.sample(pid, ip + 0x1000 * (misc == USER), chain, misc=misc)  # where no map is


def deep(records, limit):
    """Two chains below the limit, two at it, one beyond."""
    records.mmap(-1, KERNEL_CODE, "[kernel.kallsyms]_text", KERNEL)
    records.comm(7, "deep")
    records.mmap(7, 0x400000, "/opt/demo")
    callers = [0x400100] * 1000
    records.sample(7, 0x400100, [USER_PART] + callers[:limit - 1])
    records.sample(7, KERNEL_CODE, [KERNEL_PART, KERNEL_CODE, USER_PART] + callers[:limit - 2], misc=KERNEL)
    records.sample(7, 0x400100, [USER_PART] + callers[:limit])
    records.sample(7, KERNEL_CODE, [KERNEL_PART, KERNEL_CODE, USER_PART] + callers[:limit - 1], misc=KERNEL)
    records.sample(7, 0x400100, [USER_PART] + callers[:limit + 3])


def groups(records):
    """What is read has grown since the sample before it; id 77 is of no event, three values are not there."""
    records.comm(7, "demo")
    records.mmap(7, 0x400000, "/opt/demo")
    for time, *read in ((30, 2, 110, 1, 25, 2), (10, 2, 100, 1, 5, 2), (20, 2, 100, 1, 20, 2), (40, 2, 50, 77, 60, 2),
                        (50, 2**61, 500, 1), (60, 3, 111, 1, 62, 2)):
        records.sample_of(time, *read)


def waiting(records):
    """One record serves all samples of its thread and cookie before it; a cookie may come again, or never."""
    records.mmap(-1, KERNEL_CODE, "[kernel.kallsyms]_text", KERNEL)
    records.comm(7, "demo")
    for number, name in enumerate("abcd"):
        records.mmap(7, 0x400000 + 0x10000 * number, "/opt/" + name)
    a, b, c, d = (0x400100 + 0x10000 * number for number in range(4))
    records.deferred(140, 7, 77, b, b)
    for time, tid, cookie in ((110, 7, 77), (111, 7, 77), (110, 8, 77), (110, 7, 78), (130, 7, 77), (150, 7, 77)):
        records.waiting(time, tid, cookie)
    records.deferred(120, 7, 77, a)
    records.deferred(141, 8, 77, c)
    records.deferred(139, 7, 79, d)
    records.data += records.record(FINISHED_ROUND, b"")


def lost(records):
    usual(records)
    records.add(LOST, (7, 7), records.pack("QQ", 1, 7), 0)
    records.add(LOST_SAMPLES, (7, 7), records.pack("Q", 5), 0)
    records.add(THROTTLE, (7, 7), records.pack("QQQ", records.time, 1, 1), 0)
    records.mmap(7, 0x400000, "/opt/empty", size=0)
    records.mmap(7, 2**64 - 0x10000, "/opt/wraps", size=0x20000)
    records.mmap(7, 0x600000, "/opt/good", size=2**64 - 0x600001)
    for address in (0x400100, 2**64 - 0x8000, 0x600100):
        records.sample(7, address, (USER_PART, address))
    if records.order == ">":
        records.add(LOST, (7, 7), records.pack("QQ", 1, 2**64 - 1), 0)


def main(directory):
    with open(os.path.join(directory, "kallsyms"), "w", encoding="ascii") as file:
        file.write(KALLSYMS)
    for order, name in (("<", ""), (">", "-big")):
        made = {}
        for kind, fill, options in (
                ("old", usual, {"style": OLD}), ("oldest", usual, {"style": OLDEST, "is_timed": False}), ("new", usual, {}), ("untimed", untimed, {"is_timed": False}),
                ("waiting", waiting, {"of": Waiting}), ("lost", lost, {}),
                ("outside", outside, {}), ("outside-flat", outside, {"has_chains": False}), ("exec", executed, {}),
                ("idle", idle, {}), ("idle-flat", idle, {"has_chains": False}),
                ("idle-inside", lambda records: idle(records, True), {}),
                ("idle-inside-flat", lambda records: idle(records, True), {"has_chains": False}),
                ("chains", chains, {}), *[(f"same-{name[0]}", lambda records, name=name: same(records, name), {})
                                          for name in ("1-first", "2-second", "3-third")],
                ("made-1", lambda records: made_code(records, 4194401), {}),
                ("made-2", lambda records: made_code(records, 4194402), {}),
                ("deep", lambda records: deep(records, 127), {}),
                ("deep-set", lambda records: deep(records, 200), {"max_stack": 200}),
                ("deep-few", lambda records: deep(records, 32), {"max_stack": 32})):
            made[kind] = options.pop("of", Records)(order, **options)
            fill(made[kind])
        group = Groups(order)
        groups(group)
        with open(os.path.join(directory, f"groups{name}.pipe"), "wb") as file:
            file.write(group.pipe())
        for kind, records in made.items():
            for form, data in (("data", records.file()), ("pipe", records.pipe())):
                with open(os.path.join(directory, f"{kind}{name}.{form}"), "wb") as file:
                    file.write(data)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n", maxsplit=1)[0])
    main(sys.argv[1])
