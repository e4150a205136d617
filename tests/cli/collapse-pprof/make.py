#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make.py NAME - a profile of pprof, not compressed, whose messages are written below field by field."""
import sys


def varint(value):
    value %= 1 << 64
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def number(field, value):
    return varint(field << 3) + varint(value)


def block(field, content):
    return varint(field << 3 | 2) + varint(len(content)) + content


class Profile:
    """Names are looked up in the string table, ids count from 1."""

    def __init__(self, types=("samples/count",), packed=True):
        self.strings, self.parts, self.functions, self.locations = {"": 0}, [], {}, 0
        self.packed = packed
        for name in types:
            self.parts.append(block(1, self.type(name)))

    def text(self, name):
        return self.strings.setdefault(name, len(self.strings))

    def type(self, name):
        what, unit = name.split("/")
        return number(1, self.text(what)) + number(2, self.text(unit))

    def function(self, name):
        if name not in self.functions:
            self.functions[name] = len(self.functions) + 1
            self.parts.append(block(5, number(1, self.functions[name]) +
                                    number(2, self.text(name)) + number(4, self.text("a.c"))))
        return self.functions[name]

    def mapping(self, path):
        self.parts.append(block(3, number(1, 7) + number(2, 0x1000) + number(3, 0x9000) +
                                number(5, self.text(path))))

    def location(self, *lines, address=0, mapping=0):
        """Lines are (function, line), inlined ones first."""
        self.locations += 1
        content = number(1, self.locations) + number(2, mapping) + number(3, address)
        for name, line in lines:
            content += block(4, number(1, self.function(name) if name is not None else 0) +
                             number(2, line))
        self.parts.append(block(4, content))
        return self.locations

    def sample(self, stack, *values, labels=()):
        """The stack has the leaf first, labels are (key, text or number, unit)."""
        if self.packed:
            content = block(1, b"".join(map(varint, stack))) + block(2, b"".join(map(varint, values)))
        else:
            content = b"".join(number(1, i) for i in stack) + b"".join(number(2, i) for i in values)
        for key, value, unit in labels:
            field = number(3, value) if isinstance(value, int) else number(2, self.text(value))
            content += block(3, number(1, self.text(key)) + field + number(4, self.text(unit)))
        self.parts.append(block(2, content))

    def bytes(self, **fields):
        """Fields that are strings of the table, by the profile's names for them."""
        numbers = {"drop_frames": 7, "keep_frames": 8, "default_sample_type": 14}
        end = b"".join(number(numbers[key], self.text(value)) for key, value in fields.items())
        return b"".join(self.parts) + b"".join(block(6, s.encode()) for s in self.strings) + end


def names(packed=True):
    p = Profile(packed=packed)
    main, work = p.location(("main", 1)), p.location(("work", 2))
    p.sample([work, main], 3)
    p.sample([main], 1)
    return p.bytes()


def inlined():
    p = Profile()
    outer = p.location(("inner", 7), ("middle", 8), ("outer", 9), address=0x1010)
    p.sample([outer, p.location(("main", 0), address=0x1000)], 5)
    return p.bytes()


def unknown():
    p = Profile()
    p.mapping("/usr/lib/libx.so.6")
    stack = [p.location(address=0x1010, mapping=7), p.location(address=0x2020),
             p.location(("", 0), address=0x1030, mapping=7), p.location((None, 0)),
             p.location(mapping=7), p.location()]
    p.sample(stack, 1)
    p.sample([], 2)
    return p.bytes()


def labels():
    p = Profile()
    main = [p.location(("main", 1))]
    p.sample(main, 1, labels=[("thread", "worker;1", ""), ("size", 16, "bytes")])
    p.sample(main, 2, labels=[("thread", "io", ""), ("thread", "net", ""), ("size", -3, "")])
    p.sample(main, 4)
    return p.bytes()


def many_labels():
    p = Profile()
    p.sample([p.location(("main", 1))], 1,
             labels=[(f"key{i}", "x", "") for i in range(100, 166)] +
             [("key100", "y" * 1024, ""), ("key100", "z", "")])
    return p.bytes()


def types(default="space"):
    p = Profile(types=("objects/count", "space/bytes", "objects/free"))
    main, work = p.location(("main", 1)), p.location(("work", 2))
    p.sample([main], 1, 100, 7)
    p.sample([work, main], 2, 0, -1)
    return p.bytes(default_sample_type=default)


def drop(**fields):
    p = Profile()
    at = {name: p.location((name, 0)) for name in ("main", "work", "malloc", "brk", "keep_malloc")}
    at["both"] = p.location(("malloc", 0), ("wrap", 0))
    for n, stack in enumerate((("brk", "malloc", "work", "main"), ("work", "malloc"),
                               ("brk", "keep_malloc", "main"), ("both", "main"),
                               ("work", "malloc", "main", "malloc")), 1):
        p.sample([at[name] for name in stack], n)
    return p.bytes(**fields)


CASES = {
    "names": names,
    "unpacked": lambda: names(packed=False),
    "inlined": inlined,
    "unknown": unknown,
    "labels": labels,
    "many-labels": many_labels,
    "types": types,
    "types-last": lambda: types("nothing"),
    "drop": lambda: drop(drop_frames="(keep_)?malloc|brk", keep_frames="keep_.*"),
    "drop-part": lambda: drop(drop_frames="mallo"),
    "drop-wrong": lambda: drop(drop_frames="mallo("),
}

if __name__ == "__main__":
    sys.stdout.buffer.write(CASES[sys.argv[1]]())
