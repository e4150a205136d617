#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
sample_fields.py DIRECTORY - make recordings whose samples have every field that perf_event_attr.sample_type knows.

    good.data     two samples of two events, told apart by their ids
    short.data    a good sample, then ones that end at every word
    counts.data   a good sample, then ones with a number of elements, or a size, that is beyond the sample
"""

import os
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from inlines import write  # noqa: E402
from symbols import record, text  # noqa: E402

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


def attribute(number):
    head = struct.pack("<IIQQQQQ", 0, 112, number, 1, ALL_FIELDS, READ_ALL, 0).ljust(72, b"\0")
    return (head + struct.pack("<QQ", BRANCHES, REGISTERS)).ljust(112, b"\0") + struct.pack("<QQ", 104 + 8 * number, 8)


def recording(data):
    """A file of two events."""
    name = record(3, struct.pack("<II", 2, 3) + text(b"demo"))
    table = 104 + 8 * len(IDS)
    head = struct.pack("<13Q", 0x32454C4946524550, 104, 128, table, 256, table + 256, len(name + data), *[0] * 6)
    return head + struct.pack("<2Q", *IDS) + attribute(0) + attribute(1) + name + data


def main(directory):
    files = {
        "good.data": sample(WORDS) + other_event(),
        "short.data": sample(WORDS) + b"".join(sample(WORDS[:count]) for count in range(len(WORDS))),
        "counts.data": sample(WORDS) + b"".join(changed(at, value) for at in COUNTS for value in TOO_MANY),
    }
    for name, data in files.items():
        write(os.path.join(directory, name), recording(data))


if __name__ == "__main__":
    main(sys.argv[1])
