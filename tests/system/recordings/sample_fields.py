#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
sample_fields.py DIRECTORY - make recordings whose samples have every field that perf_event_attr.sample_type knows.

    good.data     two samples of two events, told apart by their ids
    short.data    a good sample, then ones that end at every word
    counts.data   a good sample, then ones with a number of elements, or a size, that is beyond the sample
    one.data      the samples of an event have other ids than it has, and it is the only one
    no-ids.data   of two events, and they have none
    untimed.data  of two events, of which one has no times
    trailers.data of two events whose other records have different trailers; a name without a NUL in front of one
"""

import os
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from inlines import write  # noqa: E402
from symbols import IP, PERIOD, TID, TIME, record, text  # noqa: E402

CPU, IDENTIFIER, SAMPLE_ID_ALL = 128, 1 << 16, 1 << 18
ALL_FIELDS = (1 << 25) - 1 - (1 << 14)  # WEIGHT or WEIGHT_STRUCT
READ_ALL, BRANCHES, REGISTERS = 1 | 2 | 4 | 8 | 16, 1 << 17 | 1 << 19, 0x1C1
IDS = 9, 10
FIXED = [9, 0x1234, 3 << 32 | 2, 100, 0xABCD, 9, 1, 6, 55]  # IDENTIFIER IP TID TIME ADDR ID STREAM_ID CPU PERIOD
READ = [2, 70, 71, 80, 9, 0, 81, 10, 0]
CHAIN = [3, 2 ** 64 - 512, 0x1234, 0x2234]
RAW = [12, 0]  # four bytes of size
BRANCH_STACK = [1, 2 ** 64 - 1, 0x44, 0x55, 0, 7]
REGS_USER, STACK_USER = [2, 0xA0, 0xA6, 0xA7, 0xA8], [16, 0x1111, 0x2222, 5]
REST = [1, 2, 3, 0, 4, 77, 5, 6, 8, 0]  # WEIGHT_STRUCT DATA_SRC TRANSACTION REGS_INTR PHYS_ADDR CGROUP two sizes of pages AUX
WORDS = FIXED + READ + CHAIN + RAW + BRANCH_STACK + REGS_USER + STACK_USER + REST
COUNTS = [len(FIXED), 18, 24, 35, 47]  # of READ, CALLCHAIN, BRANCH_STACK, STACK_USER, AUX
TOO_MANY = [40, 1 << 32, 1 << 60, 1 << 61, 2 ** 64 - 1]


def sample(words):
    return record(9, struct.pack(f"<{len(words)}Q", *words))


def changed(at, value):
    return sample(WORDS[:at] + [value] + WORDS[at + 1:])


def other_event():
    words = list(WORDS)
    words[0] = words[5] = IDS[1]
    words[8] = 7
    return sample(words)


def attribute(number, fields, flags):
    head = struct.pack("<IIQQQQQ", 0, 112, number, 1, fields, READ_ALL, flags).ljust(72, b"\0")
    return (head + struct.pack("<QQ", BRANCHES, REGISTERS)).ljust(112, b"\0") + struct.pack("<QQ", 104 + 8 * number, 8)


def recording(data, fields=(ALL_FIELDS, ALL_FIELDS), flags=0):
    """A file of events with these fields."""
    table, size = 104 + 8 * len(IDS), 128 * len(fields)
    head = struct.pack("<13Q", 0x32454C4946524550, 104, 128, table, size, table + size, len(data), *[0] * 6)
    attributes = b"".join(attribute(number, bits, flags) for number, bits in enumerate(fields))
    return head + struct.pack("<2Q", *IDS) + attributes + data


def comm(name, *trailer):
    return record(3, struct.pack("<II", 2, 3) + name + struct.pack(f"<{len(trailer)}Q", *trailer))


def plain(time):
    return sample([IDS[0], 0x1234, 3 << 32 | 2, time, 6, 1])


def untimed():
    """After rounds, which have delivered the others."""
    rounds = record(68, b"") * 2
    return plain(20) + rounds + plain(40) + rounds + sample([IDS[1], 0x1234, 3 << 32 | 2, 1])


def trailers():
    """In the order of their times the second name comes before the second sample."""
    return (plain(20) + plain(40) + comm(b"secondly", 3 << 32 | 2, 30, IDS[1]) +
            comm(b"first\0\0\0", 3 << 32 | 2, 10, 60, IDS[0]))


def main(directory):
    good = comm(text(b"demo")) + sample(WORDS)
    few = IP | TID | TIME | PERIOD
    files = {
        "good.data": recording(good + other_event()),
        "short.data": recording(good + b"".join(sample(WORDS[:count]) for count in range(len(WORDS)))),
        "counts.data": recording(good + b"".join(changed(at, value) for at in COUNTS for value in TOO_MANY)),
        "one.data": recording(comm(text(b"demo")) + sample([4711, *FIXED[1:4], 55]), [IDENTIFIER | few]),
        "no-ids.data": recording(comm(text(b"demo")) + sample([*FIXED[1:4], 55]), [few, IP]),
        "untimed.data": recording(untimed(), [IDENTIFIER | few | CPU, IDENTIFIER | IP | TID | PERIOD], SAMPLE_ID_ALL),
        "trailers.data": recording(trailers(), [IDENTIFIER | few | CPU, IDENTIFIER | few], SAMPLE_ID_ALL),
    }
    for name, data in files.items():
        write(os.path.join(directory, name), data)


if __name__ == "__main__":
    main(sys.argv[1])
