#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""view_keys.py BIN FILE [ROUNDS] - from key to screen: flamegraph-view on a pseudo terminal of 200 x 50 cells. The time
of a key is from its byte to the last byte of what it draws, when nothing follows for 30 ms; the median of ROUNDS (20)
for every key. The time without a change is left out. Not part of ctest: times mean something on a quiet machine only."""

import fcntl
import os
import pty
import select
import statistics
import struct
import sys
import termios
import time

BIN, FILE = sys.argv[1:3]
ROUNDS = int(sys.argv[3]) if len(sys.argv) > 3 else 20
QUIET = 0.03  # seconds after which nothing more is drawn

# A key, and the one that takes it back.
KEYS = [("down", b"\x1bOB", b"\x1bOA"), ("zoom", b"\r", b"0"), ("leaf first", b"r", b"r"), ("fold recursion", b"u", b"u"),
        ("order", b"o", b"o"), ("hide", b"h", b"\x1b"), ("leave out", b"x", b"\x1b"), ("focus", b"f", b"\x1b"),
        ("table", b"3", b"1"), ("search, a letter", b"/a", b"\x1b\x1b"), ("flip", b"i", b"i")]


def start():
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8")
        os.execv(f"{BIN}/flamegraph-view", ["flamegraph-view", FILE])
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
    return pid, fd


def drawn(fd, first=30):
    """When the last byte came; None if nothing did."""
    last = None
    while select.select([fd], [], [], QUIET if last else first)[0]:
        if not os.read(fd, 1 << 16):
            break
        last = time.monotonic()
    return last


def press(fd, key):
    begin = time.monotonic()
    os.write(fd, key)
    last = drawn(fd, 1)
    return (last - begin) * 1e3 if last else None


def main():
    begin = time.monotonic()
    pid, fd = start()
    print(f"{'first graph':20} {(drawn(fd) - begin) * 1e3:8.1f} ms")
    for name, key, back in KEYS:
        times = []
        for _ in range(ROUNDS):
            if name in ("zoom", "hide", "leave out", "focus"):
                for _ in range(3):
                    press(fd, b"\x1bOB")
            times.append(press(fd, key))
            press(fd, back)
            drawn(fd, 0.05)
        seen = [t for t in times if t is not None]
        if seen:
            print(f"{name:20} {statistics.median(seen):8.1f} ms, at most {max(seen):.1f}, {len(seen)} of {ROUNDS} drew")
    os.write(fd, b"q")
    os.waitpid(pid, 0)


main()
