#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""pstats.py [FORM] [VERSION] - write a dump of Python's profilers: that of cProfile, of profile (callers are numbers of calls) or
of the sampling profiler (cprofile, profile, sampled; halves: times between two ns); marshalled in VERSION (4), of which 0 is what Python 2 wrote, with its references.

A mill: two functions grind, one of them calls itself, and a builtin; a semicolon in a name, a folder that says what a file is.
"""
import marshal
import struct
import sys

MAIN = ("/srv/mill/__main__.py", 3, "main")
STONE = ("/srv/mill/stone.py", 12, "grind")
WHEAT = ("/srv/mill/wheat.py", 5, "a;b")
SORTED = ("~", 0, "<built-in method builtins.sorted>")

U = 0.001179648  # seconds: what is shared out is a whole number of ns everywhere

CPROFILE = {
    MAIN: (1, 1, 2 * U, 8 * U, {}),
    STONE: (9, 12, 3 * U, 4.5 * U, {MAIN: (8, 8, 2.5 * U, 4 * U), STONE: (3, 0, 0.25 * U, 0.5 * U), WHEAT: (1, 1, 0.25 * U, 0.5 * U)}),
    WHEAT: (1, 1, 0.5 * U, U, {MAIN: (1, 1, 0.5 * U, U)}),
    SORTED: (5, 5, 2.5 * U, 2.5 * U, {STONE: (3, 3, 1.5 * U, 1.5 * U), MAIN: (2, 2, U, U)}),
}
HALVES = {MAIN: (1, 1, 0.5e-9, 0.5e-9, {}), STONE: (1, 1, 1.5e-9, 1.5e-9, {}), WHEAT: (1, 1, 2.5e-9, 2.5e-9, {}),
          SORTED: (1, 1, 2.6e-9, 2.6e-9, {})}
PROFILE = {key: row[:4] + ({caller: calls[0] for caller, calls in row[4].items()},) for key, row in CPROFILE.items()}
SAMPLED = {
    MAIN: (1, 20, 0.001, 0.02, {}),
    STONE: (12, 15, 0.012, 0.015, {MAIN: 15}),
    SORTED: (7, 7, 0.007, 0.007, {STONE: 3, MAIN: 4}),
    ("__sampled__",): True,
}


def python2(value, seen):
    """Marshal of Python 2: short texts are interned, and later ones refer to them."""
    if isinstance(value, dict):
        return b"{" + b"".join(python2(each, seen) for item in value.items() for each in item) + b"0"
    if isinstance(value, tuple):
        return b"(" + struct.pack("<I", len(value)) + b"".join(python2(each, seen) for each in value)
    if isinstance(value, bool):
        return b"T" if value else b"F"
    if isinstance(value, int):
        return b"i" + struct.pack("<i", value)
    if isinstance(value, float):
        return b"g" + struct.pack("<d", value)
    if value in seen:
        return b"R" + struct.pack("<I", seen.index(value))
    if "/" not in value:
        seen.append(value)
    return (b"s" if "/" in value else b"t") + struct.pack("<I", len(value)) + value.encode()


form = sys.argv[1] if len(sys.argv) > 1 else "cprofile"
version = int(sys.argv[2]) if len(sys.argv) > 2 else 4
value = {"cprofile": CPROFILE, "profile": PROFILE, "sampled": SAMPLED, "halves": HALVES}[form]
sys.stdout.buffer.write(python2(value, []) if version == 0 else marshal.dumps(value, version))
