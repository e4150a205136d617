#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
identity.py program OUT - write a program with functions `main` and `work`, and a build id.
identity.py record OUT PROGRAM [WORD=VALUE...] - write a recording of it in which `main` calls `work`, once in each process.
Words, all of them optional:

    map=S,...     the file is mapped S seconds before the recording ends, by a process each (5)
    ended=S       the recording ended S seconds ago (0); `long`: as long as this machine's times allow, up to 1000
    clock=data    the recording has its time of day (CLOCK_DATA), and its file is a day older
    clock=other   its times are of another start of the machine
    pipe=yes      it is a stream
    inode=N|same  of the file on its device, generation=N; they are not recorded without it
    device=other  on another device
    id=map|table  the program's build id is recorded; id=other-map, id=other-table: another one
    at=N+N        offset and length of the map
    host=NAME
    sums=yes      a sample of each process is a sum of the whole recording, which has a time that is none (perf --off-cpu)
"""

import os
import struct
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from symbols import BASE, CALLCHAIN, FUNCTION, GLOBAL, IP, MAP, PERIOD, TID, TIME, elf, record, text  # noqa: E402

SECOND = 10 ** 9
TIMELESS = 2 ** 64 - 2 ** 32
BUILD_ID, OTHER_ID = bytes(range(20)), b"\x11" * 20
FUNCTIONS = [("main", 0x1000, 0x100, GLOBAL, FUNCTION), ("work", 0x1100, 0x100, GLOBAL, FUNCTION)]
BUILD_IDS, HOSTNAME, CLOCK_DATA = 2, 3, 29  # features


def stamped(kind, pid, moment, body, misc=2):
    """A record with a trailer (sample_id_all)."""
    return record(kind, body + struct.pack("<IIQ", pid, pid, moment), misc)


def mapped(program, pid, moment, words):
    status = os.stat(program)
    offset, size = (int(number, 0) for number in words.get("at", "0x1000+0x1000").split("+"))
    inode = status.st_ino if words.get("inode") == "same" else int(words.get("inode", 0))
    which = struct.pack("<IIQQ", os.major(status.st_dev), os.minor(status.st_dev) + ("device" in words), inode,
                        int(words.get("generation", 0)))
    misc = 2
    if words.get("id", "").endswith("map"):
        which = struct.pack("<B3x20s", 20, OTHER_ID if "other" in words["id"] else BUILD_ID)
        misc |= 1 << 14
    where = struct.pack("<IIQQQ", pid, pid, MAP, size, offset)
    return stamped(10, pid, moment, where + which + struct.pack("<II", 5, 2) + text(os.fsencode(program)), misc)


def features_of(program, words, own, wall):
    """{number: bytes}; a build id as the body of its record."""
    features = {}
    if words.get("id", "").endswith("table"):
        build_id = OTHER_ID if "other" in words["id"] else BUILD_ID
        features[BUILD_IDS] = struct.pack("<i20s4x", -1, build_id) + text(os.fsencode(program))
    if "host" in words:
        name = text(words["host"].encode())
        features[HOSTNAME] = struct.pack("<I", len(name)) + name
    if words.get("clock") == "data":
        features[CLOCK_DATA] = struct.pack("<IIQQ", 1, 1, wall, own)
    return features


def stream_of(attribute, features, data):
    head = struct.pack("<QQ", 0x32454C4946524550, 16) + record(64, attribute)
    for number, body in features.items():
        head += record(67, body) if number == BUILD_IDS else record(80, struct.pack("<Q", number) + body)
    return head + data


def file_of(attribute, features, data):
    bits = sum(1 << number for number in features)
    table, bodies = b"", b""
    at = 232 + len(data) + 16 * len(features)
    for number, body in sorted(features.items()):
        body = record(0, body) if number == BUILD_IDS else body
        table += struct.pack("<QQ", at + len(bodies), len(body))
        bodies += body
    head = struct.pack("<13Q", 0x32454C4946524550, 104, 128, 104, 128, 232, len(data), 0, 0, bits, 0, 0, 0)
    return head + attribute + bytes(16) + data + table + bodies


def write_recording(out, program, words):
    program = os.path.realpath(program)
    clock = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    ended = words.get("ended", "0")
    ended = min(1000 * SECOND, clock * 9 // 10) if ended == "long" else int(float(ended) * SECOND)
    own, wall = clock - ended, time.time_ns() - ended
    if "pipe" not in words:
        own = 10 ** 6 * SECOND  # of any clock
    if words.get("clock") == "other":
        own += 365 * 86400 * SECOND
    data = stamped(3, 6, max(own - 10 ** 5 * SECOND, 1), struct.pack("<II", 6, 6) + text(b"sh"))
    for pid, seconds in enumerate(words.get("map", "5").split(","), 7):
        moment = max(own - int(float(seconds) * SECOND), 1)
        data += stamped(3, pid, moment, struct.pack("<II", pid, pid) + text(b"p-%d" % pid))
        data += mapped(program, pid, moment, words)
        chain = [2 ** 64 - 512, MAP + 0x110, MAP + 0x20]
        data += record(9, struct.pack("<QIIQQQ3Q", MAP + 0x110, pid, pid, own, 1, 3, *chain))
        if "sums" in words:
            data += record(9, struct.pack("<QIIQQQ3Q", MAP + 0x110, pid, pid, TIMELESS, 1, 3, *chain))
    data += stamped(4, 6, own, struct.pack("<IIIIQ", 6, 6, 6, 6, own))
    flags = 1 << 18 | (1 << 25 if words.get("clock") == "data" else 0)
    attribute = struct.pack("<IIQQQQQ", 1, 112, 0, 1, IP | TID | TIME | CALLCHAIN | PERIOD, 0, flags).ljust(92, b"\0")
    attribute = (attribute + struct.pack("<i", flags >> 25)).ljust(112, b"\0")
    make = stream_of if "pipe" in words else file_of
    with open(out, "wb") as file:
        file.write(make(attribute, features_of(program, words, own, wall), data))
    written = wall - (86400 * SECOND if words.get("clock") == "data" else 0)
    os.utime(out, ns=(written, written))


def main():
    if sys.argv[1] == "program":
        with open(sys.argv[2], "wb") as file:
            file.write(elf(FUNCTIONS, build_id=BUILD_ID))
    else:
        write_recording(sys.argv[2], sys.argv[3], dict(word.split("=", 1) for word in sys.argv[4:]))


if __name__ == "__main__":
    main()
