#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
maps.py OUT [WORD=VALUE...] <LINES - write a recording of 100 seconds from lines, in the order of time:

    at S                               the time of what follows, in seconds since the recording began (0)
    begin PID NAME                     a process
    end PID
    map PID START NAME [WORD=VALUE...] offset, size (0x10000), id, inode, device (0:0), read=only: it is not executable
    kernel START NAME [WORD=VALUE...]  a map of the kernel, or of a module; id
    id NAME ID [MODE]                  a build id of the headers, of a guest's from mode 4 on
    bpf START NAME                     a program that the kernel made
    hit PID ADDRESS...                 a sample, from the leaf on

Words: around=FILE, second 50 is when FILE was written (else the recording ends now); host=NAME; release=NAME; pipe=yes, it is a
stream. The NAME of a map - is empty.
"""

import os
import shlex
import struct
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from identity import HOSTNAME, SECOND, file_of, stamped, stream_of  # noqa: E402
from symbols import CALLCHAIN, IP, PERIOD, TID, TIME, record, text  # noqa: E402

OSRELEASE, LENGTH = 4, 100  # feature, seconds


def number(word):
    return int(word, 0)


class Recording:
    """A method for each kind of line."""

    def __init__(self, start):
        self.start = self.time = start
        self.data = b""

    def add(self, kind, pid, body, misc=2):
        self.data += stamped(kind, pid, self.time, body, misc)

    def at(self, seconds):
        self.time = self.start + int(float(seconds) * SECOND)

    def begin(self, pid, name):
        self.add(3, number(pid), struct.pack("<II", number(pid), number(pid)) + text(name.encode()))

    def end(self, pid):
        self.add(4, number(pid), struct.pack("<IIIIQ", number(pid), 1, number(pid), 1, self.time))

    def map(self, pid, start, name, **words):
        which, misc = struct.pack("<IIQQ", *map(number, words.get("device", "0:0").split(":")), number(words.get("inode", "0")), 0), 2
        if "id" in words:
            build_id = bytes.fromhex(words["id"])
            which, misc = struct.pack("<B3x20s", len(build_id), build_id), 2 | 1 << 14
        where = struct.pack("<IIQQQ", number(pid), number(pid), number(start), number(words.get("size", "0x10000")),
                            number(words.get("offset", "0")))
        rights = struct.pack("<II", 1 if "read" in words else 5, 2)
        self.add(10, number(pid), where + which + rights + text(b"" if name == "-" else name.encode()), misc)

    def kernel(self, start, name, **words):
        if "id" in words:
            self.id("[kernel.kallsyms]", words["id"], "1")
        where = struct.pack("<iiQQQ", -1, 0, number(start), number(words.get("size", "0x10000")), number(start))
        self.add(1, 0, where + text(name.encode()), 1)

    def id(self, name, build_id, mode="2"):
        self.data += record(67, struct.pack("<i20s4x", -1, bytes.fromhex(build_id)) + text(name.encode()), number(mode))

    def bpf(self, start, name):
        self.add(17, 0, struct.pack("<QIHH", number(start), 0x1000, 1, 0) + text(name.encode()))

    def hit(self, pid, *addresses):
        chain = []
        for address in map(number, addresses):
            context = 2 ** 64 - (128 if address >> 63 else 512)
            chain += [address] if context in chain else [context, address]
        self.data += record(9, struct.pack(f"<QIIQQQ{len(chain)}Q", chain[1], number(pid), number(pid), self.time, 1, len(chain), *chain),
                            1 if chain[1] >> 63 else 2)


def main():
    out, words = sys.argv[1], dict(word.split("=", 1) for word in sys.argv[2:])
    is_pipe = "pipe" in words
    last = time.clock_gettime_ns(time.CLOCK_MONOTONIC) if is_pipe else 10 ** 6 * SECOND
    recording = Recording(last - LENGTH * SECOND)
    recording.begin("6", "sh")
    for line in sys.stdin:
        verb, *rest = shlex.split(line)
        getattr(recording, verb)(*[word for word in rest if "=" not in word], **dict(word.split("=") for word in rest if "=" in word))
    recording.at(LENGTH)
    recording.end("6")
    attribute = struct.pack("<IIQQQQQ", 1, 112, 0, 1, IP | TID | TIME | CALLCHAIN | PERIOD, 0, 1 << 18).ljust(112, b"\0")
    features = {}
    for feature, word in ((HOSTNAME, "host"), (OSRELEASE, "release")):
        if word in words:
            name = text(words[word].encode())
            features[feature] = struct.pack("<I", len(name)) + name
    with open(out, "wb") as file:
        file.write((stream_of if is_pipe else file_of)(attribute, features, recording.data))
    written = os.stat(words["around"]).st_mtime_ns + LENGTH // 2 * SECOND if "around" in words else time.time_ns()
    os.utime(out, ns=(written, written))


if __name__ == "__main__":
    main()
