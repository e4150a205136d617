#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
hostile.py FAMILY bad|good [COUNT] - a profile of COUNT names (80,000) that all had the same hash in
a table of flambeau 0.1, whose hash functions had no key; or its twin of the same size and shape
with names that had not.

  names   folded; a block of 16 bytes that begins with a constant of the function forgets what was
          before it
  chain   folded; the state of a word-by-word hash is inverted, so that two words cancel
  dtrace  an aggregation; a word whose lower half is the negative of its key makes a product of 0
  perf    perf script; the blocks of `names` in stack lines
"""
import random
import struct
import sys

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
FORGETS = struct.pack("<Q", 0xBF58476D1CE4E5B9)
SEPARATORS = set(b";\n \t\r\x0b\x0c#")


def names(count, bad):
    block = FORGETS if bad else b"ABCDEFGH"
    for i in range(count):
        yield block + b"%08d" % i + b"f"


def chain_step(state, word):
    state = ((state ^ word) * GOLDEN) & MASK
    return state ^ (state >> 29)


def chain_hash(name):
    state, at = 0, 0
    for at in range(0, len(name) - 7, 8):
        state = chain_step(state, struct.unpack("<Q", name[at : at + 8])[0])
    rest = name[len(name) // 8 * 8 :]
    word = int.from_bytes(rest, "little") ^ len(rest) << 56
    return ((state ^ word) * GOLDEN & MASK) >> 32


def chain(count, bad):
    dice = random.Random(5)
    begin, wanted = chain_hash(b"main"), dice.getrandbits(64)
    found, number = 0, 0
    while found < count:
        first = b"%08d" % number
        number += 1
        state = chain_step(begin, struct.unpack("<Q", first)[0])
        second = struct.pack("<Q", state ^ wanted if bad else dice.getrandbits(64))
        if not SEPARATORS & set(second):
            found += 1
            yield first + second


def dtrace(count, bad):
    """Bytes 8 to 11 are the negative of the lower half of the key of the second word."""
    fixed = struct.pack("<I", -0x1CE4E5B9 & 0xFFFFFFFF) if bad else b"wxyz"
    for i in range(count):
        yield b"unix`abc" + fixed + b"%c%c%c%c" % tuple(
            97 + i // 26**digit % 26 for digit in range(4)
        )


def write_folded(out, all_names):
    for i, name in enumerate(all_names):
        out.write(b"main;%s;leaf%d %d\n" % (name, i % 3, 1 + i % 5))


def write_dtrace(out, all_names):
    for name in all_names:
        out.write(b"\n              %s+0x1\n              unix`main+0x2\n                1\n" % name)


def write_perf(out, all_names):
    for i, name in enumerate(all_names):
        if i % 100 == 0:
            out.write(b"%sprog 1/1 [000] %d.0: 1 cycles:\n" % (b"\n" if i else b"", i))
        out.write(b"\t%16x %s+0x1 (/bin/prog)\n" % (4096 + i, name))
    out.write(b"\n")


FAMILIES = {
    "names": (names, write_folded),
    "chain": (chain, write_folded),
    "dtrace": (dtrace, write_dtrace),
    "perf": (names, write_perf),
}

if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in FAMILIES or sys.argv[2] not in ("bad", "good"):
        sys.exit(__doc__.strip())
    make, write = FAMILIES[sys.argv[1]]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 80000
    write(sys.stdout.buffer, make(count, sys.argv[2] == "bad"))
