#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tachyon.py [new] [big] [zstd] - write a file of Python's sampling profiler, of its first layout or the new one, in either byte
order, its samples compressed or not.

Two threads with the same stacks in all four kinds of records, strings with a semicolon and a name of no file.
"""
import os
import struct
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "fixtures"))
from protobuf import varint as number  # noqa: E402

STRINGS = ["/srv/mill/__main__.py", "main", "/srv/mill/stone.py", "grind", "~", "<GC>", "a;b", ""]
FRAMES = [(0, 1, 3), (2, 3, 12), (2, 3, 14), (4, 5, -1), (7, 6, 40)]  # file, function, line


def signed(value):
    return number(value << 1 if value >= 0 else -value * 2 - 1)


def record(order, thread, code, rest):
    return struct.pack(order + "QIB", thread, 0, code) + rest


def stack(*frames):
    return number(len(frames)) + b"".join(map(number, frames))


def samples(order):
    return b"".join([
        record(order, 8, 1, number(1000) + b"\x23" + stack(1, 0)),
        record(order, 9, 1, number(1500) + b"\x08" + stack(4)),
        record(order, 8, 0, number(3) + b"".join(number(1000) + status for status in (b"\x23", b"\x21", b"\x20"))),
        record(order, 8, 2, number(1000) + b"\x03" + number(1) + stack(3, 2)),
        record(order, 9, 3, number(1000) + b"\x10" + number(1) + stack(1, 0)),
        record(order, 9, 3, number(1000) + b"\x02" + number(9) + stack()),
    ]), 8


def write(new, big, packed):
    order = ">" if big else "<"
    body, count = samples(order)
    if packed:
        body = subprocess.run(["zstd", "-q", "-c"], input=body, stdout=subprocess.PIPE, check=True).stdout
    strings = b"".join(number(len(text.encode())) + text.encode() for text in STRINGS)
    frames = b"".join(number(file) + number(function) + signed(line) + signed(0) + signed(4) + signed(6) + b"\xff"
                      for file, function, line in FRAMES)
    at = 64 + len(body)
    head = struct.pack(order + "I", 0x54414348) + struct.pack(order + "I", 2 if new else 1) + bytes([3, 15, 0, 0])
    head += struct.pack(order + "QQ", 1760000000000000, 1000)
    head += struct.pack(order + ("QIQQII" if new else "IIQQI"), count, 2, at, at + len(strings), packed, *([2] if new else []))
    size = at + len(strings) + len(frames) + 32
    footer = struct.pack(order + "IIQ", len(STRINGS), len(FRAMES), size) + bytes(16)
    return head.ljust(64, b"\0") + body + strings + frames + footer


if __name__ == "__main__":
    sys.stdout.buffer.write(write(*(word in sys.argv for word in ("new", "big", "zstd"))))
