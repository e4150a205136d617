#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""worst.py FORMAT KIND SIZE - write an input of a format, of about SIZE bytes; worst.py - list the formats and kinds.

The kind `benign` is valid: all of its stacks are distinct, and of ordinary depth. Every other kind is the worst input of its
sort that is known: few bytes stand for much. tests/laws/bounded.py compares what both cost.
"""

import json
import marshal
import os
import struct
import sys
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "fixtures"))
from protobuf import block as message, number as integer, varint  # noqa: E402

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "system", "recordings"))

DEPTH = 60000  # of a deep stack, in frames: below the limit of all formats
PATTERNS = 16  # times the time of the benign input that patterns of the command line may take
OWN_NAMES = 40  # and what has a stack or names of its own in each 8 to 40 bytes, which costs what a longer stack costs
ROWS = []  # format, program and arguments, kinds, bar of the time


def row(form, *command, bar=8):
    """The class has a method for each kind: bytes of about `size`; its attribute `bar` is a bar of its own."""
    def add(kinds):
        names = [name for name in vars(kinds) if name.islower() and not name.startswith("_")]
        ROWS.append((form, command, {name: getattr(kinds, name) for name in names}, bar))
        return kinds
    return add


# ---- What formats share ----


def ordinary(i):
    """The i-th of many distinct stacks, root first, of a few thousand names."""
    a, b, c = i % 499, i // 499 % 499, i // 499 // 499
    return (["main", "run"] + [f"step{d}_{(a * (d + 3) + b * 7 + d) % 199}" for d in range(12)] +
            [f"group_{c}", f"item_{b}", f"call_{a}"])


def up_to(size, parts, head=b"", tail=b"", join=b""):
    """So many parts as fit."""
    out, length = [], len(head) + len(tail)
    for part in parts:
        if length >= size:
            break
        out.append(part)
        length += len(part) + len(join)
    return head + join.join(out) + tail


def stacks(size, write, head=b"", tail=b"", join=b""):
    return up_to(size, (write(i, ordinary(i)) for i in range(1 << 30)), head, tail, join)


def repeat(size, part, head=b"", tail=b"", join=b""):
    """A part again and again."""
    count = max(1, (size - len(head) - len(tail)) // (len(part) + len(join)))
    return head + join.join([part] * count) + tail


def numbered(size, write, head=b"", tail=b"", join=b""):
    return up_to(size, (write(i) for i in range(1 << 30)), head, tail, join)


def lines(frames, prefix="", suffix=""):
    return "".join(prefix + frame + suffix + "\n" for frame in frames).encode()


# ---- pprof ----


TYPES = message(1, integer(1, 1) + integer(2, 2))


def strings(*texts):
    return b"".join(message(6, text) for text in (b"", b"samples", b"count") + texts)


def pprof_sample(places):
    return message(2, message(1, b"".join(map(varint, places))) + message(2, b"\1"))


def pprof_places(count, function=None):
    """Places 1 to `count`, each of a function."""
    return b"".join(message(4, integer(1, i) + message(4, integer(1, function or i))) for i in range(1, count + 1))


@row("pprof", "collapse-pprof")
class Pprof:
    def benign(size):
        names, samples, length = {}, [], 0
        for i in range(1 << 30):
            places = [names.setdefault(name, len(names) + 1) for name in reversed(ordinary(i))]
            samples.append(pprof_sample(places))
            length += len(samples[-1])
            if length + 50 * len(names) > size:
                break
        functions = b"".join(message(5, integer(1, i) + integer(2, i + 2)) for i in names.values())
        return TYPES + b"".join(samples) + functions + pprof_places(len(names)) + strings(*(n.encode() for n in names))

    def inlined(size):
        """A place of many inlined functions, in many samples."""
        depth = min(DEPTH, size // 8)
        deep = message(5, integer(1, 1) + integer(2, 3)) + message(4, integer(1, 1) + message(4, integer(1, 1)) * depth)
        return repeat(size, pprof_sample([1]), TYPES + deep, strings(b"f"))

    def distinct(size):
        """The same below a frame of each sample's own."""
        depth = min(DEPTH, size // 8)
        deep = message(5, integer(1, 1) + integer(2, 3)) + message(4, integer(1, 1) + message(4, integer(1, 1)) * depth)
        return numbered(size, lambda i: message(4, integer(1, 2 + i) + integer(3, 16 + i)) + pprof_sample([1, 2 + i]),
                        TYPES + deep, strings(b"f"))

    def names(size):
        """A long name in many stacks."""
        name = b"n" * (size // 3)
        function = message(5, integer(1, 1) + integer(2, 3)) + pprof_places(size // 24, 1)
        return numbered(size - len(name), lambda i: pprof_sample([1, 1 + i % (size // 24)]) * 2, TYPES + function,
                        strings(name))

    def modules(size):
        """A long path of a mapping, in whose name each place without a function is."""
        path = b"/" + b"n" * (size // 2)
        return numbered(size, lambda i: message(4, integer(1, 1 + i) + integer(2, 1) + integer(3, 16 + i)) +
                        pprof_sample([1 + i]), TYPES + message(3, integer(1, 1) + integer(5, 3)), strings(path))

    def pattern(size):
        """drop_frames for which a matcher that goes back takes exponential time, on every name."""
        name = "a" * 28
        count = size // 60
        functions = b"".join(message(5, integer(1, i) + integer(2, i + 3)) for i in range(1, count + 1))
        return (TYPES + b"".join(pprof_sample([i]) for i in range(1, count + 1)) + functions + pprof_places(count) +
                integer(7, 3) + strings(b"(?:a+)+$", *(f"{name}{i:x}X".encode() for i in range(count))))

    def long_name(size):
        """The same on one long name."""
        function = message(5, integer(1, 1) + integer(2, 4)) + pprof_places(1) + pprof_sample([1])
        return TYPES + function + integer(7, 3) + strings(b"(?:.*(?:a|aa)+)+b", b"a" * size)


# ---- OTLP ----


def otlp(samples, tables, resource=b"", again=1):
    """Samples of one profile, or of many empty ones, and the entries of the dictionary's tables by their numbers."""
    strings = [b"", b"cpu", b"count"]
    entries = b"".join(message(5, text) for text in strings) + tables
    profile = message(2, message(1, integer(1, 1) + integer(2, 2)) + samples)
    return message(1, resource + message(2, profile * again)) + message(2, entries)


OTLP_SAMPLE = message(2, integer(1, 1) + message(4, b"\1"))


@row("otlp", "collapse-otlp")
class Otlp:
    def benign(size):
        names, parts, length = {}, [], 0
        for i in range(1 << 30):
            places = [names.setdefault(name, len(names) + 1) for name in reversed(ordinary(i))]
            parts.append((message(2, integer(1, i + 1) + message(4, b"\1")),
                          message(7, message(1, b"".join(map(varint, places))))))
            length += sum(map(len, parts[-1]))
            if length + 50 * len(names) > size:
                break
        tables = b"".join(message(5, name.encode()) + message(3, integer(1, 2 + i)) + message(2, message(3, integer(1, i)))
                          for name, i in names.items())
        empty = message(2, b"") + message(3, b"") + message(7, b"")
        return otlp(b"".join(one for one, _ in parts), empty + tables + b"".join(other for _, other in parts))

    def deep(size):
        """A deep stack in many samples."""
        depth = min(DEPTH, size // 8)
        tables = message(2, b"") + message(2, integer(2, 16)) + message(7, b"") + message(7, message(1, b"\1" * depth))
        return otlp(OTLP_SAMPLE * ((size - depth) // len(OTLP_SAMPLE)), tables)

    def inlined(size):
        """A location of many functions in many samples."""
        depth = min(DEPTH, size // 16)
        tables = (message(2, b"") + message(2, message(3, integer(1, 1)) * depth) + message(3, b"") +
                  message(3, integer(1, 1)) + message(7, b"") + message(7, message(1, b"\1")))
        return otlp(OTLP_SAMPLE * ((size - 4 * depth) // len(OTLP_SAMPLE)), tables)

    def names(size):
        """A long name that many functions have."""
        count = size // 60
        tables = (message(2, b"") + message(3, b"") + message(7, b"") + message(5, b"f" * (size // 3)) +
                  message(3, integer(1, 3)) * count +
                  b"".join(message(2, message(3, integer(1, i + 1))) + message(7, message(1, varint(i + 1))) for i in range(count)))
        return otlp(b"".join(message(2, integer(1, i + 1) + message(4, b"\1")) for i in range(count)), tables)

    def resource(size):
        """A resource of many attributes, and many profiles."""
        pairs = message(1, message(1, b"key") + message(2, message(1, b"value")))
        tables = message(2, b"") + message(2, integer(2, 16)) + message(7, b"") + message(7, message(1, b"\1"))
        return otlp(OTLP_SAMPLE, tables, message(1, pairs * (size // 2 // len(pairs))), size // 40)

    def empty(size):
        """Entries of no bytes."""
        return otlp(OTLP_SAMPLE, (message(2, b"") + message(3, b"") + message(7, b"") + message(5, b"")) * (size // 8))


# ---- JFR ----


def jfr_event(stack, thread="main"):
    import jfr

    return {"event": "jdk.ExecutionSample", "time": 0, "thread": (thread, thread), "state": jfr.RUNNABLE, "stack": stack}


@row("jfr", "collapse-jfr", "--thread-names")
class Jfr:
    def benign(size):
        import jfr

        return jfr.Chunk([jfr_event(([jfr.java("app", name) for name in reversed(ordinary(i))],
                                     False)) for i in range(size // 110)]).data

    def threads(size):
        """A deep stack in many threads."""
        import jfr

        deep = ([jfr.java("A", "a")] * min(DEPTH, size // 20), False)
        return jfr.Chunk([jfr_event(deep, f"{i:x}") for i in range(size // 60)]).data

    def classes(size):
        """A long name of a class that has many methods."""
        import jfr

        name = "x" * (size // 3)
        return jfr.Chunk([jfr_event(([(name, f"{i:x}", 0, "Inlined") for i in range(size // 60)], False))]).data

    def overlapping(size):
        """Checkpoints that all end in the same entries."""
        import jfr

        chunk = jfr.Chunk([], checkpoints=1)
        text = chunk.numbers["jdk.types.FrameType"]
        metadata_at = struct.unpack_from(">Q", chunk.data, 24)[0]
        at = metadata_at if metadata_at else 68
        length = jfr.take_number(chunk.data, at)[0]
        events = chunk.data[at:at + length]
        head, count = 40, size // 80
        entries = size // 2 // 3
        tail = jfr.number(text) + jfr.number(entries) + b"\1\0" * entries
        start = 68 + len(events)
        end = start + count * head + len(tail)
        bodies = []
        for i in range(count):
            place = start + i * head
            delta = jfr.number(-head & 2**64 - 1) if i else b"\x80" * 8 + b"\0"
            # a checkpoint of two pools: the first one's only entry is a string up to the shared entries
            fill = start + count * head - place - head
            body = (jfr.number(end - place, 4) + b"\1" + b"\0\0" + delta + b"\0" + b"\2" +
                    jfr.number(text, 2) + b"\1" + b"\1\3" + jfr.number(fill + 9, 4))
            bodies.append(body.ljust(head - 0, b"\0"))
        data = events + b"".join(bodies) + tail
        header = bytearray(chunk.data[:68])
        struct.pack_into(">QQQ", header, 8, 68 + len(data), start + (count - 1) * head, 68)
        return bytes(header) + data


# ---- JSON ----


@row("chrome-tracing", "collapse-chrome-tracing")
class ChromeTracing:
    def benign(size):
        def write(i, frames):
            time = i * 100
            return b",".join(b'{"ph":"X","ts":%d,"dur":%d,"pid":1,"tid":1,"name":"%s"}' %
                             (time + d, 99 - 2 * d, frame.encode()) for d, frame in enumerate(frames))
        return stacks(size, write, b"[", b"]", b",")

    def ends(size):
        """Begins that never end, then ends of another name."""
        count = size // 98
        return (b"[" + b",".join(b'{"ph":"B","ts":%d,"pid":1,"tid":1,"name":"a"}' % i for i in range(count)) + b"," +
                b",".join(b'{"ph":"E","ts":%d,"pid":1,"tid":1,"name":"z"}' % (count + i) for i in range(count)) + b"]")

    def deep(size):
        """Events in each other."""
        count = size // 60
        return b"[" + b",".join(b'{"ph":"X","ts":%d,"dur":%d,"pid":1,"tid":1,"name":"a"}' % (i, 2 * (count - i))
                                for i in range(count)) + b"]"

    def ladder(size):
        """A deep stack, at whose end are many short events."""
        depth = min(DEPTH, size // 120)
        return numbered(size, lambda i: b'{"ph":"X","ts":%d,"dur":1,"pid":1,"tid":1,"name":"%d"}' % (depth + 2 * i, i),
                        b"[" + b",".join(b'{"ph":"X","ts":%d,"dur":9999999999,"pid":1,"tid":1,"name":"a"}' % i
                                         for i in range(depth)) + b",", b"]", b",")

    def profiles(size):
        """Profiles of a sample each, of threads of their own."""
        return numbered(size, lambda i: b'{"ph":"P","name":"ProfileChunk","id":%d,"pid":1,"tid":%d,"args":{"data":'
                        b'{"cpuProfile":{"samples":[1]}}}}' % (i, i), b"[", b"]", b",")

    def chain(size):
        """A profile whose nodes are in each other, a sample of each."""
        count = size // 60
        return (b'[{"ph":"P","name":"ProfileChunk","id":1,"pid":1,"tid":1,"args":{"data":{"cpuProfile":{"nodes":[' +
                b",".join(b'{"id":%d,"parent":%d,"callFrame":{"functionName":"f"}}' % (i + 1, i) for i in range(count)) +
                b'],"samples":[' + b",".join(b"%d" % (i + 1) for i in range(count)) + b"]}}}}]")

    def list(size):
        """Samples beside the events, of frames in each other."""
        count = size // 80
        return (b'{"traceEvents":[],"stackFrames":{' +
                b",".join(b'"%d":{"name":"f","parent":%d}' % (i + 1, i) for i in range(count)) + b'},"samples":[' +
                b",".join(b'{"pid":1,"tid":%d,"ts":%d,"sf":%d}' % (i, i, i + 1) for i in range(count)) + b"]}")

    def broken(size):
        """Lines that are no JSON."""
        return numbered(size, lambda i: b"{x\n", b"[\n")


def cpuprofile(parents, names, samples):
    """Nodes by the indexes of their parents; the first is the root."""
    children = [[] for _ in parents]
    for i, parent in enumerate(parents):
        if i > 0:
            children[parent].append(i + 1)
    return json.dumps({"nodes": [{"id": i + 1, "callFrame": {"functionName": names[i]}, "children": children[i]}
                                 for i in range(len(parents))],
                       "samples": samples, "timeDeltas": [1] * len(samples), "startTime": 0, "endTime": len(samples)},
                      separators=(",", ":")).encode()


@row("cpuprofile", "collapse-cpuprofile")
class Cpuprofile:
    def benign(size):
        nodes, parents, names, samples, length = {}, [0], ["(root)"], [], 0
        for i in range(1 << 30):
            at = 0
            for frame in ordinary(i):
                key = (at, frame)
                if key not in nodes:
                    nodes[key] = len(parents)
                    parents.append(at)
                    names.append(frame)
                    length += 70 + len(frame)
                at = nodes[key]
            samples.append(at + 1)
            length += 8
            if length >= size:
                return cpuprofile(parents, names, samples)

    def deep(size):
        """A sample at each node of a line."""
        count = size // 80
        return cpuprofile([max(0, i - 1) for i in range(count)], ["f"] * count, list(range(1, count + 1)))

    def comb(size):
        """Many leaves at the end of a line."""
        count = size // 80
        line = min(DEPTH, count // 2)
        return cpuprofile([max(0, min(i, line) - 1) for i in range(count)], ["f"] * line + [str(i) for i in range(count - line)],
                          list(range(line + 1, count + 1)))


SPEEDSCOPE = (b'{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[%s]},'
              b'"profiles":[{"type":"%s","name":"p","unit":"%s","startValue":0,"endValue":9,')


@row("speedscope", "collapse-speedscope")
class Speedscope:
    def benign(size):
        names, samples, length = {}, [], 0
        for i in range(1 << 30):
            samples.append([names.setdefault(frame, len(names)) for frame in ordinary(i)])
            length += 5 * len(samples[-1])
            if length >= size:
                break
        frames = b",".join(b'{"name":"%s"}' % name.encode() for name in names)
        return (SPEEDSCOPE % (frames, b"sampled", b"none") + b'"samples":' + json.dumps(samples, separators=(",", ":")).encode() +
                b',"weights":' + json.dumps([1] * len(samples), separators=(",", ":")).encode() + b"}]}")

    def closed(size):
        """Frames that are never closed, then ends of another one."""
        count = size // 66
        return (SPEEDSCOPE % (b'{"name":"a"},{"name":"z"}', b"evented", b"none") + b'"events":[' +
                b",".join(b'{"type":"O","at":%d,"frame":0}' % i for i in range(count)) + b"," +
                b",".join(b'{"type":"C","at":%d,"frame":1}' % (count + i) for i in range(count)) + b"]}]}")

    def ladder(size):
        """A deep stack, at whose end are many short frames."""
        depth = min(DEPTH, size // 120)
        return numbered(size, lambda i: b'{"type":"O","at":%d,"frame":%d},{"type":"C","at":%d,"frame":%d}' %
                        (depth + 2 * i, 1 + i, depth + 2 * i + 1, 1 + i),
                        SPEEDSCOPE % (b'{"name":"a"}', b"evented", b"none") + b'"events":[' +
                        b",".join(b'{"type":"O","at":%d,"frame":0}' % i for i in range(depth)) + b",", b"]}]}", b",")


@row("stackprof", "collapse-stackprof")
class Stackprof:
    def benign(size):
        names, raw, length = {}, [], 0
        for i in range(1 << 30):
            frames = [names.setdefault(frame, len(names) + 1) for frame in ordinary(i)]
            raw += [len(frames)] + frames + [1]
            length += 5 * len(frames)
            if length >= size:
                break
        return Stackprof._write(names, raw)

    def prefixes(size):
        """Each stack is the one before and another frame."""
        raw, length, depth = [], 0, 1
        while length < size:
            raw += [depth] + [1] * depth + [1]
            length += 2 * depth + 6
            depth += 1
        return Stackprof._write({"f": 1}, raw)

    def _write(names, raw):
        frames = ",".join(f'"{number}":{{"name":"{name}"}}' for name, number in names.items())
        return (f'{{"version":1.2,"mode":"wall","interval":500,"gc_samples":0,"frames":{{{frames}}},"raw":' +
                json.dumps(raw, separators=(",", ":")) + "}").encode()


@row("firefox", "collapse-firefox")
class Firefox:
    def benign(size):
        names, at, tables, samples, length = {}, {}, [[], []], [], 0
        for i in range(1 << 30):
            above = None
            for frame in ordinary(i):
                name = names.setdefault(frame, len(names))
                if (above, name) not in at:
                    at[above, name] = len(at)
                    tables[0].append(name)
                    tables[1].append(above)
                    length += 12
                above = at[above, name]
            samples.append(above)
            length += 7
            if length >= size:
                break
        return Firefox._write(names, tables, [samples])

    def deep(size):
        """A deep stack that many samples refer to, with the time of each."""
        depth = min(DEPTH, size // 30)
        return Firefox._write(["f"], [[0] * depth, [None] + list(range(depth - 1))], [[depth - 1] * ((size - 12 * depth) // 6)])

    def ladder(size):
        """All stacks of one branch."""
        depth = min(DEPTH, size // 20)
        return Firefox._write(["f"], [[0] * depth, [None] + list(range(depth - 1))], [list(range(depth))])

    def threads(size):
        """A deep stack in the thread of each sample."""
        depth = min(DEPTH, size // 30)
        return Firefox._write(["f"], [[0] * depth, [None] + list(range(depth - 1))], [[depth - 1]] * ((size - 12 * depth) // 40))

    def names(size):
        """A long name that many functions have."""
        count = size // 30
        return Firefox._write(["f" * (size // 3)], [list(range(count)), [None] * count], [list(range(count))], list(range(count)),
                              [0] * count)

    def frames(size):
        """A function with a long name in many frames."""
        count = size // 30
        return Firefox._write(["f" * (size // 3)], [list(range(count)), [None] * count], [list(range(count))], [0] * count, [0])

    def tables(size):
        """Many threads of one string each, and large tables of the profile."""
        count = size // 20
        return Firefox._write(["f"], [[0] * count, [None] * count], [[0]] * (size // 100), [0] * count, [0],
                              ',"stringArray":["f"]')

    def _write(names, stacks, threads, frames=None, functions=None, own=""):
        def text(value):
            return json.dumps(value, separators=(",", ":"))
        count = list(range(len(names)))
        return ('{"meta":{"preprocessedProfileVersion":60},"shared":{"stringArray":%s,"stackTable":{"frame":%s,"prefix":%s},'
                '"frameTable":{"func":%s},"funcTable":{"name":%s}},"threads":[%s]}' %
                (text(list(names)), text(stacks[0]), text(stacks[1]), text(frames or count), text(functions or count),
                 ",".join('{"name":"%d"%s,"samples":{"stack":%s}}' % (i, own, text(one)) for i, one in enumerate(threads)))).encode()


@row("tachyon", "collapse-tachyon")
class Tachyon:
    def benign(size):
        names, samples, length = {}, [], 0
        for i in range(1 << 30):
            samples.append(Tachyon._record(1, [names.setdefault(frame, len(names)) for frame in reversed(ordinary(i))]))
            length += len(samples[-1])
            if length >= size:
                break
        return Tachyon._write(list(names), samples)

    def suffixes(size):
        """A deep stack, and frames of their own on top of it."""
        deep = Tachyon._record(1, [0] * min(DEPTH, size // 20))
        return Tachyon._write(["f"], [deep] + [Tachyon._record(3, [0], 0)] * ((size - len(deep)) // 17))

    def repeats(size):
        """A deep stack that other samples repeat, each for itself."""
        deep = Tachyon._record(1, [0] * min(DEPTH, size // 20))
        return Tachyon._write(["f"], [deep] + [struct.pack("<QIB", 1, 0, 0) + b"\x01\x01\x02"] * ((size - len(deep)) // 16))

    def names(size):
        """A long name in many frames."""
        return Tachyon._write(["f" * (size // 2)] + [""] * (size // 16), [Tachyon._record(1, list(range(size // 16)))], 0)

    def _record(code, frames, pop=None):
        return (struct.pack("<QIB", 1, 0, code) + b"\x01\x02" + (b"" if pop is None else varint(pop)) + varint(len(frames)) +
                b"".join(map(varint, frames)))

    def _write(names, samples, function=None):
        body = b"".join(samples)
        strings = b"".join(varint(len(name)) + name.encode() for name in names)
        frames = b"".join(varint(i if function is None else function) * 2 + b"\0\0\0\0\0" for i in range(len(names)))
        at = 64 + len(body)
        head = struct.pack("<II4xQQQIQQII", 0x54414348, 2, 0, 1000, len(samples), 1, at, at + len(strings), 0, 2)
        return (head + body + strings + frames +
                struct.pack("<IIQ16x", len(names), len(names), at + len(strings) + len(frames) + 32))


@row("austin", "collapse-austin")
class Austin:
    def benign(size):
        return stacks(size, lambda i, frames: ("P1;T2;" + ";".join(frames) + " 7,0,9\n").encode(), b"# mode: full\n")

    def repeats(size):
        """A deep stack of MOJO that samples repeat, with another frame on top of it and no time."""
        head = b"MOJ\x04\x02\x01\x001\0\x0b\x02f\0\x03\x07\x02\x02\x01\x01\x01\x01" + b"\x05\x07" * min(DEPTH, size // 20)
        return repeat(size, b"\x02\x01\x001\0\x0d\x05\x07", head + b"\x09\x01")

    def names(size):
        """A long string that is the file of many frames."""
        head = b"MOJ\x04\x02\x01\x001\0\x0b\x02" + b"f" * (size // 4) + b"\0"
        return repeat(size, b"\x03\x07\x02\x02\x01\x01\x01\x01\x05\x07", head)


# ---- Core files ----


@row("core", "collapse-core")
class Core:
    CODE, STACK = 0x400000, 0x7F0000000000

    def benign(size):
        """Threads of a few frames."""
        threads = max(1, size // 640)
        return Core._write([[(i + j) % 4096 for j in range(17)] for i in range(threads)], b"/bin/a")

    def deep(size):
        return Core._write([range(size // 16)], b"/bin/a")

    def shared(size):
        """Many threads on one deep stack."""
        depth = min(DEPTH, size // 32)
        return Core._write([range(depth)], b"/bin/a", (size - 16 * depth) // 356)

    def path(size):
        """A long path that many frames are in."""
        return Core._write([range(size // 32)], b"/" + b"a" * (size // 2))

    def maps(size):
        """Many mappings of one file."""
        return Core._write([range(100)], b"", maps=size // 40)

    def notes(size):
        """Many segments of the same notes."""
        return Core._write([range(1)], b"/bin/a", size // 712, segments=min(size // 112, 65000))

    def _write(stacks, path, again=1, maps=1, segments=1):
        def note(kind, data):
            return struct.pack("<III8s", 5, len(data), kind, b"CORE") + data + bytes(-len(data) % 4)
        notes, memory, at = [], [], Core.STACK
        for number, stack in enumerate(stacks):
            count = len(stack)
            registers = [0] * 27
            registers[16], registers[19], registers[4] = Core.CODE, at - 16, at
            for thread in range(again):
                notes.append(note(1, (struct.pack("<32xi76x", 70 + number + thread) + struct.pack("<27Q", *registers) + bytes(8))[:336]))
            memory.append(b"".join(struct.pack("<QQ", at + 16 * (i + 1) if i + 1 < count else 0, Core.CODE + 16 * address + 1)
                                   for i, address in enumerate(stack)))
            at += len(memory[-1])
        ranges = b"".join(struct.pack("<3Q", Core.CODE + (i << 24), Core.CODE + (i + 1 << 24), 0) for i in range(maps))
        notes.append(note(0x46494C45, struct.pack("<2Q", maps, 4096) + ranges + (path + b"\0") * maps))
        notes, memory = b"".join(notes), b"".join(memory)
        offset = 64 + 56 * (segments + 1)
        return (struct.pack("<4sBBBB8xHHIQQQIHHHHHH", b"\x7fELF", 2, 1, 1, 0, 4, 62, 1, 0, 64, 0, 0, 64, 56, segments + 1, 0, 0, 0) +
                struct.pack("<IIQQQQQQ", 4, 4, offset, 0, 0, len(notes), len(notes), 4) * segments +
                struct.pack("<IIQQQQQQ", 1, 6, offset + len(notes), Core.STACK, 0, len(memory), len(memory), 4096) + notes + memory)


# ---- simpleperf ----


@row("simpleperf", "collapse-simpleperf")
class Simpleperf:
    def benign(size):
        names, records, length = {}, [], 0
        for i in range(1 << 30):
            records.append(Simpleperf._sample([names.setdefault(frame, len(names)) for frame in reversed(ordinary(i))]))
            length += len(records[-1])
            if length >= size:
                break
        return Simpleperf._write(records, [(1, b"/a.so", [name.encode() for name in names])])

    def deep(size):
        return Simpleperf._write([Simpleperf._sample([0] * (size // 8))], [(1, b"/a.so", [b"f"])])

    def path(size):
        """A long path of a file that has no symbols."""
        return Simpleperf._write([Simpleperf._sample([-1] * 10)] * (size // 400), [(1, b"/" + b"a" * (size // 2), [])])

    def files(size):
        return Simpleperf._write([Simpleperf._sample([0])], [(i, b"", []) for i in range(size // 16)])

    def _record(field, content):
        content = message(field, content)
        return struct.pack("<I", len(content)) + content

    def _sample(chain):
        entries = [message(3, (integer(1, 9) if symbol >= 0 else integer(1, 65536 + at)) + integer(2, 1) + integer(3, symbol % (1 << 64)))
                   for at, symbol in enumerate(chain)]
        return Simpleperf._record(1, integer(1, 5) + integer(2, 7) + b"".join(entries) + integer(4, 1))

    def _write(samples, files):
        tables = [Simpleperf._record(3, integer(1, number) + message(2, path) + b"".join(message(3, name) for name in names))
                  for number, path, names in files]
        head = b"SIMPLEPERF" + struct.pack("<H", 1) + Simpleperf._record(5, message(1, b"cycles"))
        return head + b"".join(samples) + b"".join(tables) + bytes(4)


# ---- Perfetto ----


@row("perfetto", "collapse-perfetto")
class Perfetto:
    def benign(size):
        names = {}

        def write(i):
            parts, at = [], []
            for frame in ordinary(i):
                if frame not in names:
                    names[frame] = len(names) + 1
                    parts.append(Perfetto._text(5, names[frame], frame.encode()))
                    parts.append(message(6, integer(1, names[frame]) + integer(2, names[frame])))
                at.append(names[frame])
            parts.append(Perfetto._stack(i + 1, at))
            return Perfetto._packet(message(12, b"".join(parts)) + Perfetto._sample(i + 1))
        return numbered(size, write)

    def deep(size):
        """One deep stack, of many samples."""
        stack = message(12, Perfetto._stack(1, [1] * (size // 4)))
        return Perfetto._packet(stack) + Perfetto._packet(Perfetto._sample(1)) * (size // 32)

    def path(size):
        """A long path of code without names."""
        tables = Perfetto._text(17, 1, b"/" + b"a" * (size // 2)) + message(19, integer(1, 1) + integer(7, 1))
        tables += b"".join(message(6, integer(1, i) + integer(3, 1) + integer(4, 65536 + i)) for i in range(100))
        tables += Perfetto._stack(1, range(100))
        return Perfetto._packet(message(12, tables)) + Perfetto._packet(Perfetto._sample(1)) * (size // 64)

    def sequences(size):
        """Each packet of a sequence of its own."""
        return numbered(size, lambda i: message(1, integer(10, i) + message(12, Perfetto._text(5, 1, b""))))

    def cleared(size):
        """The same names again and again."""
        again = integer(41, 1) + message(12, Perfetto._text(5, 1, b"f") + message(6, integer(1, 1) + integer(2, 1)) +
                                         Perfetto._stack(1, [1]))
        return Perfetto._packet(again + Perfetto._sample(1)) * (size // 40)

    def symbols(size):
        """A place of many inlined functions, in each sample."""
        tables = Perfetto._text(17, 1, b"/a.so") + message(19, integer(1, 1) + integer(7, 1))
        tables += message(6, integer(1, 1) + integer(3, 1) + integer(4, 9)) + Perfetto._stack(1, [1] * 64)
        lines = message(2, message(1, b"f")) * (size // 20)
        return (Perfetto._packet(message(12, tables)) + Perfetto._packet(Perfetto._sample(1)) * (size // 64) +
                Perfetto._packet(message(61, message(1, b"/a.so") + message(3, integer(1, 9) + lines))))

    def packed(size):
        """Packets that become a thousand times as many."""
        return Perfetto._packet(message(50, zlib.compress(Perfetto._packet(Perfetto._sample(0)) * size))[:size])

    def _text(kind, number, text):
        return message(kind, integer(1, number) + message(2, text))

    def _stack(number, frames):
        return message(7, integer(1, number) + message(2, b"".join(map(varint, frames))))

    def _sample(stack):
        return message(66, integer(2, 5) + integer(3, 7) + integer(4, stack))

    def _packet(content):
        return message(1, integer(8, 1000) + content + integer(10, 1))


# ---- heaptrack ----


@row("heaptrack-raw", "collapse-heaptrack")
class HeaptrackRaw:
    HEAD = b"v 10400 3\nX a\nI 1000 100\n"

    def benign(size):
        names, traces, out = {}, {}, []

        def write(i):
            above, parts = 0, []
            for frame in ordinary(i):
                if frame not in names:
                    names[frame] = len(names) + 1
                    parts.append(b"s %x %s\ni %x 0 %x\n" % (len(frame), frame.encode(), names[frame], names[frame]))
                if (above, frame) not in traces:
                    parts.append(b"t %x %x\n" % (names[frame], above))
                    traces[above, frame] = len(traces) + 1
                above = traces[above, frame]
            return b"".join(parts) + b"a 8 %x\n+ %x\n" % (above, i)
        return numbered(size, write, HeaptrackRaw.HEAD)

    def ladder(size):
        """All traces of one branch."""
        return numbered(size, lambda i: b"t 1 %x\na 8 %x\n+ %x\n" % (i, i + 1, i), HeaptrackRaw.HEAD + b"s 1 f\ni 10 0 1\n")

    def inlined(size):
        """An address of many functions in many traces."""
        count = min(DEPTH, size // 16)
        return numbered(size, lambda i: b"t 1 %x\na 8 %x\n+ %x\n" % (i, i + 1, i),
                        HeaptrackRaw.HEAD + b"s 1 f\ni 10 0" + b" 1 0 0" * count + b"\n")

    def peaks(size):
        """Many kinds, and a new peak for each allocation."""
        count = size // 20
        return up_to(size, (b"+ %x\n" % (i % count) for i in range(1 << 30)),
                     HeaptrackRaw.HEAD + b"s 1 f\ni 10 0 1\nt 1 0\n" + b"a 8 1\n" * count)


# ---- DHAT ----


@row("dhat", "collapse-dhat")
class Dhat:
    def benign(size):
        names, points, length = {}, [], 0
        for i in range(1 << 30):
            points.append([names.setdefault(frame, len(names) + 1) for frame in reversed(ordinary(i))])
            length += 80
            if length >= size:
                break
        return Dhat._write(points, ["0x%x: %s (a.c:1)" % (i, name) for name, i in names.items()])

    def deep(size):
        return Dhat._write([[1] * (size // 2)], ["0x1: f (a.c:1)"])

    def points(size):
        """Stacks of no frames."""
        return Dhat._write([[]] * (size // 30), ["0x1: f (a.c:1)"])

    def frames(size):
        """A table of empty texts."""
        return Dhat._write([[1]], [""] * (size // 3))

    def _write(points, names):
        return ('{"dhatFileVersion":2,"mode":"heap","verb":"Allocated","bklt":true,"bkacc":true,"tu":"instrs","cmd":"a","pid":1,'
                '"pps":[%s],"ftbl":%s}' % (",".join('{"tb":9,"tbk":1,"fs":%s}' % json.dumps(one, separators=(",", ":"))
                                                   for one in points), json.dumps(["[root]"] + names))).encode()


# ---- Text, a line each frame ----


def text_rows(form, command, head, thread, frame, tail=b"\n"):
    @row(form, *command)
    class Text:
        def benign(size):
            return stacks(size, lambda i, frames: thread(i) + b"".join(frame(d, name.encode()) for d, name in
                                                                       enumerate(reversed(frames))) + tail, head)

        def deep(size):
            return up_to(size, (frame(d, b"f") for d in range(1 << 30)), head + thread(0), tail)

        def threads(size):
            """Stacks of no frames."""
            return numbered(size, lambda i: thread(i) + tail, head)

        def line(size):
            """One line."""
            return head + thread(0) + frame(0, b"f" * size) + tail


text_rows("python", ["collapse-python", "--states", "ALL"], b"Process 1: python3 a.py\nPython v3.12.1 (/bin/python3)\n\n",
          lambda i: b'Thread %d (active): "t"\n' % i, lambda d, name: b"    %s (a.py:1)\n" % name, b"")
text_rows("lldb", ["collapse-lldb"], b"(lldb) bt all\n", lambda i: b"  thread #%d, name = 't'\n" % (i + 1),
          lambda d, name: b"    frame #%d: 0x0000000000001f40 a.so`%s at a.c:1\n" % (d, name), b"")
text_rows("procstack", ["collapse-procstack"], b"", lambda i: b"==> /proc/1/task/%d/stack <==\n" % (i + 1),
          lambda d, name: b"[<0>] %s+0x1/0x2\n" % name)
text_rows("async-profiler", ["collapse-async-profiler"], b"", lambda i: b"--- 7 ns (1.00%), 1 sample\n",
          lambda d, name: b"  [%2d] %s\n" % (d, name))
text_rows("eflame", ["collapse-eflame"], b"<0.1.0>;f\n", lambda i: b"<0.%d.0>" % i, lambda d, name: b";" + name)
text_rows("go-dump", ["collapse-go"], b"", lambda i: b"goroutine %d [running]:\n" % (i + 1),
          lambda d, name: b"%s(0x1)\n\ta.go:1\n" % name)
text_rows("rprof", ["collapse-rprof"], b"sample.interval=20000\n", lambda i: b"", lambda d, name: b'"%s" ' % name)


@row("rprof-lines", "collapse-rprof", "--lines")
class Rprof:
    def benign(size):
        return stacks(size, lambda i, frames: b"".join(b'1#7 "%s" ' % name.encode() for name in reversed(frames)) + b"\n",
                      b"line profiling: sample.interval=20000\n#File 1: a.R\n")

    def file(size):
        """A long name of a file that many functions are in."""
        return numbered(size, lambda i: b'1#%d "f"\n' % i,
                        b"line profiling: sample.interval=20000\n#File 1: %s\n" % (b"a" * (size // 2)))


# ---- XML ----


XCTRACE = b'<?xml version="1.0"?><trace-query-result><node xpath="x">'


@row("xctrace", "collapse-xctrace")
class Xctrace:
    def benign(size):
        def write(i, frames):
            return (b'<row><weight id="%d">1</weight><backtrace id="%d">' % (100 * i + 1, 100 * i + 2) +
                    b"".join(b'<frame id="%d" name="%s"/>' % (100 * i + 3 + d, frame.encode())
                             for d, frame in enumerate(reversed(frames))) + b"</backtrace></row>")
        return stacks(size, write, XCTRACE, b"</node></trace-query-result>")

    def references(size):
        """A deep stack that many rows refer to."""
        deep = b'<row><backtrace id="1"><frame id="2" name="f"/>' + b'<frame ref="2"/>' * min(DEPTH, size // 40) + b"</backtrace></row>"
        return repeat(size, b'<row><backtrace ref="1"/></row>', XCTRACE + deep, b"</node></trace-query-result>")

    def threads(size):
        """The same in a thread of each row's own, with --thread-names."""
        deep = b'<row><backtrace id="1"><frame id="2" name="f"/>' + b'<frame ref="2"/>' * min(DEPTH, size // 40) + b"</backtrace></row>"
        return numbered(size, lambda i: b'<row><thread id="%d" fmt="%d"/><backtrace ref="1"/></row>' % (3 + i, i),
                        XCTRACE + deep, b"</node></trace-query-result>")


# ---- Trees ----


@row("callgrind", "collapse-callgrind")
class Callgrind:
    def benign(size):
        """A tree of calls."""
        def write(i):
            parent = max(0, (i - 1) // 2)
            return (b"fn=f%d\n1 1\n" % i) + b"".join(b"cfn=f%d\ncalls=1 1\n1 %d\n" % (child, 1 + Callgrind._below(child, count))
                                                    for child in (2 * i + 1, 2 * i + 2) if child < count) + b"" * parent
        count = size // 62
        return b"events: Ir\n" + b"".join(write(i) for i in range(count))

    def _below(node, count):
        """Nodes below one of a binary heap."""
        below, low, high = 0, 2 * node + 1, 2 * node + 2
        while low < count:
            below += min(high, count - 1) - low + 1
            low, high = 2 * low + 1, 2 * high + 2
        return below

    def diamonds(size):
        """Two ways from each function to the next: 2^n ways."""
        count = size // 200
        return b"events: Ir\n" + b"".join(
            b"fn=f%d\n1 1\n" % t + b"".join(b"cfn=%s%d\ncalls=1 1\n1 %d\n" % (x, t, 2 ** max(20, min(60, 60 - t))) for x in (b"a", b"b")) +
            b"".join(b"fn=%s%d\n1 1\ncfn=f%d\ncalls=1 1\n1 %d\n" % (x, t, t + 1, 2 ** max(20, min(60, 59 - t))) for x in (b"a", b"b"))
            for t in range(count))

    def line(size):
        """Each function calls the next."""
        count = size // 50
        return b"events: Ir\n" + b"".join(b"fn=f%d\n10 1000\ncfn=f%d\ncalls=1 1\n1 %d\n" % (i, i + 1, 1000 * (count - i - 1))
                                          for i in range(count))


@row("pstats", "collapse-pstats")
class Pstats:
    def benign(size):
        """A tree of calls."""
        count = size // 150
        return marshal.dumps({Pstats._key(i): Pstats._row(1 + Callgrind._below(i, count), [(i - 1) // 2] if i > 0 else [])
                              for i in range(count)})

    def diamonds(size):
        """Two ways from each function to the next: 2^n ways."""
        count = size // 500
        cost = [2 ** max(20, min(60, 60 - t)) for t in range(count + 1)]
        return marshal.dumps({Pstats._key(i): Pstats._row(cost[i // 3], ([i - 1, i - 2] if i > 2 else []) if i % 3 == 0 else [i - i % 3])
                              for i in range(3 * count)})

    def names(size):
        """A long name that many functions have."""
        name = "f" * (size // 2)
        return marshal.dumps({(name, i, name): (1, 1, 1e-9, 1e-9, {}) for i in range(size // 100)})

    def _key(i):
        return "/a/b.py", i, f"f{i}"

    def _row(cost, callers):
        return 1, 1, 1e-9, cost * 1e-9, {Pstats._key(caller): (1, 1, 1e-9, cost * 1e-9) for caller in callers}


@row("uftrace", "collapse-uftrace")
class Uftrace:
    def benign(size):
        def write(i, frames):
            return (b"".join(b"            [     1] | %s%s() {\n" % (b"  " * d, frame.encode()) for d, frame in enumerate(frames)) +
                    b"".join(b"  %d.000 us [     1] | %s} /* %s */\n" % (len(frames) - d, b"  " * d, frame.encode())
                             for d, frame in reversed(list(enumerate(frames)))))
        return stacks(size, write, b"# DURATION     TID     FUNCTION\n")

    def deep(size):
        """Calls in each other, without their blanks."""
        count = size // 36
        return (b"# DURATION     TID     FUNCTION\n" + b" [     1] | f() {\n" * count +
                b"".join(b" %d.000 us [     1] | } /* f */\n" % (i + 1) for i in range(count)))

    def ladder(size):
        """A deep stack, at whose end are many short calls."""
        depth = min(DEPTH, size // 30)
        return numbered(size, lambda i: b"  1.000 us [     1] | f%d();\n" % i,
                        b"# DURATION     TID     FUNCTION\n" + b" [     1] | f() {\n" * depth)


@row("xdebug", "collapse-xdebug")
class Xdebug:
    HEAD = b"Version: 3.2.0\nFile format: 4\nTRACE START [2026-11-20 19:50:35.992068]\n"

    def benign(size):
        def write(i, frames):
            time = i / 1000
            return (b"".join(b"%d\t%d\t0\t%.6f\t400\t%s\t1\t\t/a.php\t1\t0\n" % (d + 1, 20 * i + d, time, frame.encode())
                             for d, frame in enumerate(frames)) +
                    b"".join(b"%d\t%d\t1\t%.6f\t400\n" % (d + 1, 20 * i + d, time + 0.0005) for d in reversed(range(len(frames)))))
        return stacks(size, write, Xdebug.HEAD)

    def deep(size):
        """Calls in each other."""
        return numbered(size, lambda i: b"%d\t%d\t0\t%.6f\t4\tf\t1\t\t/a\t1\t0\n" % (i + 1, i, i / 1000), Xdebug.HEAD)

    def ladder(size):
        """A deep stack, at whose end are many short calls."""
        depth = min(DEPTH, size // 70)
        head = b"".join(b"%d\t%d\t0\t%.6f\t4\tf\t1\t\t/a\t1\t0\n" % (i + 1, i, i / 1e6) for i in range(depth))
        return numbered(size, lambda i: b"%d\t%d\t0\t%.6f\t4\tg%d\t1\t\t/a\t1\t0\n%d\t%d\t1\t%.6f\t4\n" %
                        (depth + 1, depth + i, 1 + i / 1000, i, depth + 1, depth + i, 1.0005 + i / 1000), Xdebug.HEAD + head)


@row("vsprof", "collapse-vsprof")
class Vsprof:
    HEAD = b"Level,Function Name,Inclusive Samples,Exclusive Samples,Inclusive Samples %,Exclusive Samples %,Module Name,\n"

    def benign(size):
        def write(i, frames):
            return b"".join(b'%d,"%s",1,%d,1.00,1.00,"a.exe",\n' % (d + 1, frame.encode(), d + 1 == len(frames))
                            for d, frame in enumerate(frames))
        return stacks(size, write, Vsprof.HEAD)

    def deep(size):
        """Rows below each other: a level is a number."""
        return numbered(size, lambda i: b"%d,f,1,1,1,1,a,\n" % (i + 1), Vsprof.HEAD)

    def ladder(size):
        """A deep stack with many leaves."""
        depth = min(DEPTH, size // 40)
        return numbered(size, lambda i: b"%d,g%d,1,1,1,1,a,\n" % (depth + 1, i),
                        Vsprof.HEAD + b"".join(b"%d,f,1,0,1,1,a,\n" % (i + 1) for i in range(depth)))


@row("go", "collapse-go")
class Go:
    def benign(size):
        names, samples, length = {}, [], 0
        for i in range(1 << 30):
            samples.append("      1    1: " + " ".join(str(names.setdefault(f, len(names) + 1)) for f in reversed(ordinary(i))) + " \n")
            length += len(samples[-1])
            if length + 40 * len(names) >= size:
                break
        return Go._write("".join(samples), "".join(f"     {n}: 0x{n:x} M=1 {name} /a.go:1 s=0\n" for name, n in names.items()))

    def inlined(size):
        """A location of many functions, in many stacks."""
        depth = min(DEPTH, size // 20)
        samples = "".join(f"1 1: {i + 2} 1\n" for i in range(size // 80))
        return Go._write(samples, "1: 0x1 M=1 f /a:1 s=0\n" + "  f /a:1\n" * depth +
                         "".join(f"{i + 2}: 0x{i + 2:x} M=1 g{i} /a:1 s=0\n" for i in range(size // 80)))

    def _write(samples, locations):
        return ("PeriodType: cpu nanoseconds\nPeriod: 1\nSamples:\nsamples/count cpu/nanoseconds\n" + samples + "Locations\n" +
                locations + "Mappings\n1: 0x0/0x1000/0x0 /bin/a\n").encode()


# ---- Formats that have each stack as text ----


def text_row(form, write, head=b"", tail=b"", command=None):
    """write(i, frames, root first) is a stack with its count; the kinds are what a text can be like."""
    @row(form, *(command or ["collapse-" + form]))
    class Text:
        def benign(size):
            return stacks(size, write, head, tail)

        def small(size):
            """Stacks of a frame, all different."""
            return numbered(size, lambda i: write(i, [f"{i:x}"]), head, tail)

        def same(size):
            """A stack of a frame, again and again."""
            return repeat(size, write(1, ["a"]), head, tail)

        def deep(size):
            """One stack."""
            one = len(write(1, ["a", "a"])) - len(write(1, ["a"]))
            return head + write(1, ["a"] * (size // one)) + tail

        def quotes(size):
            """A line of quotes alone: a name may have them, and may end at each."""
            return head + b'"' * size + b"\n" + tail

        def long(size):
            """One name, of letters and of what separates parts of names."""
            marks = "a(<[{:.,`'$@+-_ "
            return head + write(1, [(marks * (size // len(marks)))[1:]]) + tail

        def nested(size):
            """A name of brackets in each other."""
            return head + write(1, ["f" + "<" * (size // 2) + ">" * (size // 2)]) + tail

        def brackets(size):
            """Names that open brackets and do not close them."""
            return numbered(size, lambda i: write(i, ["f" + "(<[{" * 500 + f"{i:x}"]), head, tail)


def leaf_first(prefix, suffix="", before="", after=""):
    def write(i, frames):
        return before.replace("%", str(i)).encode() + lines(reversed(frames), prefix, suffix) + after.replace("%", str(i)).encode()
    return write


text_row("aix", leaf_first("0xd0574c34  ", "(??, ??) + 0xb4", "---------- tid# % ----------\n"), b"99: /usr/bin/a\n")
text_row("bpftrace", leaf_first("    ", "+145", "@[\n", "]: 1\n"))
text_row("dtrace", leaf_first("              unix`", "+0x6", "\n", "              1\n"), b"\n")
text_row("elfutils", lambda i, frames: b"TID %d:\n" % i + b"".join(
    b"#%-2d 0x00007f9b1df8bf16 %s\n" % (d, frame.encode()) for d, frame in enumerate(reversed(frames))), b"PID 7306 - process\n")
text_row("faulthandler", leaf_first('  File "/a.py", line 4 in ', "", "Thread 0x% (most recent call first):\n", "\n"))
text_row("gdb", lambda i, frames: b"\nThread %d (LWP 1):\n" % (i + 1) + b"".join(
    b"#%-2d 0x00007f9b1df8bf16 in %s () at a.c:1\n" % (d, frame.encode()) for d, frame in enumerate(reversed(frames))))
text_row("ibmjava", leaf_first("4XESTACKTRACE                at ", "(A.java:1)",
                               '3XMTHREADINFO      "w %" J9VMThread:0x1, j9thread_t:0x2, java/lang/Thread:0x3, state:R, prio=5\n'
                               "3XMTHREADINFO3           Java callstack:\n", "NULL\n"), b"0SECTION       THREADS subcomponent dump routine\n")
text_row("java-exceptions", leaf_first("\tat a.", "(A.java:1)", "java.lang.RuntimeException: a\n"))
text_row("jstack", leaf_first("\tat a.", "(A.java:1)", '"w %" #31 prio=5 os_prio=0 tid=0x1 nid=1 runnable [0x1]\n'
                              "   java.lang.Thread.State: RUNNABLE\n", "\n"),
         b"2026-01-05 09:00:00\nFull thread dump OpenJDK 64-Bit Server VM (21 mixed mode):\n\n")
text_row("ljp", lambda i, frames: b"   42    3  %s(A.java:1)\n" % frames[-1].encode() +
         lines(reversed(frames[:-1]), "             ", "(A.java:1)"), tail=b"  Total trace count = 1\n")
text_row("offcpu", leaf_first("    ", "", "", "    -                bash (4711)\n        6000\n\n"))
text_row("perf", leaf_first("\tffffffff81c04a1e ", "+0x1 (/bin/a)", "a 1/1 [000] 1.000000: 1 cycles: \n", "\n"))
text_row("perf-sched", leaf_first(
    "\tffff ", " (m)", "a 1 1.5: sched:sched_switch: a:% [120] S ==> b:2 [120]\n",
    "\nb 2 1.8: sched:sched_stat_sleep: comm=a pid=% delay=600000 [ns]\n\n"))
text_row("pprof-rs", lambda i, frames: (" -> ".join(reversed(frames)) + " -> THREAD: a 1\n").encode())
text_row("stap", leaf_first(" 0xffffffff9cb06c01 : ", "+0x41/0xe0 [kernel]", "", "\t89\n\n"))
text_row("strace", leaf_first(" > /lib/libc.so.6(", "+0x65) [0xcf545]", "1 read(%) = 0 <0.000009>\n"))
text_row("wcp", lambda i, frames: b" 1% = (18 samples)\n" + b"".join(
    b"  %d: %s   (at /a.nim:1)\n" % (d + 1, frame.encode()) for d, frame in enumerate(reversed(frames))),
         b"wallClockProfiler: 17230 samples in 20 s\n60.0% poll\n\nFull stacks:\n\n")
text_row("heaptrack", lambda i, frames: b"1K peak memory consumed over 4 calls from\n%s\n  at a.c:9\n10B consumed over 6 calls from:\n" %
         frames[-1].encode() + lines(reversed(frames[:-1]), "    ", "\n      at a.c:1") + b"\n")
text_row("go-traces", lambda i, frames: b"-----------+-------\n      10ms   " + lines(reversed(frames), "             ").lstrip(),
         b"File: a\nType: cpu\n", command=["collapse-go"])


@row("jemalloc", "collapse-jemalloc")
class Jemalloc:
    def benign(size):
        names = {}

        def write(i, frames):
            addresses = " ".join(f"0x{0x400000 + 16 * names.setdefault(f, len(names)):x}" for f in reversed(frames))
            return f"@ {addresses}\n  t*: 1: 10 [1: 10]\n".encode()
        return stacks(size, write, b"heap_v2/16384\n  t*: 1: 1 [1: 1]\n", b"\nMAPPED_LIBRARIES:\n00400000-00500000 r-xp 0 0:0 0 /a\n")

    def mappings(size):
        """A mapping for each address, with a long path."""
        return (b"heap_v2/16384\n  t*: 1: 1 [1: 1]\n" + b"".join(b"@ 0x%x\n  t*: 1: 10 [1: 10]\n" % (4096 * i) for i in range(1, size // 100)) +
                b"\nMAPPED_LIBRARIES:\n" + b"".join(b"%08x-%08x r-xp 0 0:0 0 /a%d\n" % (4096 * i, 4096 * (i + 1), i) for i in range(1, size // 100)))

    def long(size):
        """A long path of a mapping with many addresses."""
        return numbered(size // 2, lambda i: b"@ 0x%x\n  t*: 1: 10 [1: 10]\n" % (4096 + i), b"heap_v2/16384\n  t*: 1: 1 [1: 1]\n",
                        b"\nMAPPED_LIBRARIES:\n00001000-70000000 r-xp 0 0:0 0 /" + b"n" * (size // 2) + b"\n")


# ---- Recordings of perf ----


@row("recording", "collapse-perf")
class PerfRecording:
    def benign(size):
        from perfdata import Recording

        recording = Recording([PerfRecording._sample(i, [(name, "[k]") for name in reversed(ordinary(i))])
                               for i in range(size // 260)], in_recording=True)
        return recording.file(recording.stream())

    def maps(size):
        """A map for each sample."""
        return PerfRecording._records(size, lambda perf, i, sample: perf.map(sample, 4096 * (i + 1), 4096, f"/lib{i}") +
                                      PerfRecording._at(perf, sample, [4096 * (i + 1) + 8]))

    def forks(size):
        """A process of many maps, and a fork of it for each sample."""
        first = PerfRecording._sample(0, [])
        return PerfRecording._records(
            size, lambda perf, i, sample: perf.beside(7, perf.pack("IIIIQ", 100 + i, 1, 100 + i, 1, sample["time"]), sample,
                                                      sample["time"]) + PerfRecording._at(perf, dict(sample, pid=100 + i, tid=100 + i), [5000]),
            lambda perf: b"".join(perf.map(first, 4096 * (i + 1), 4096, f"/lib{i}") for i in range(size // 300)))

    def names(size):
        """A name of the thread for each sample."""
        return PerfRecording._records(size, lambda perf, i, sample: perf.beside(3, perf.pack("II", 1, 1) + perf.text(f"c{i}"), sample,
                                                                               sample["time"]) + PerfRecording._at(perf, sample, [5000]))

    def backwards(size):
        """Samples in the reverse order of their times."""
        return PerfRecording._records(size, lambda perf, i, sample: PerfRecording._at(perf, dict(sample, time=10**12 - i), [5000 + i]))

    def deep(size):
        """Chains of the most addresses that a record holds."""
        return PerfRecording._records(size, lambda perf, i, sample: PerfRecording._at(perf, sample, [4096 + 8 * i + j for j in range(8000)]))

    def build_ids(size):
        """Build ids of one name."""
        return PerfRecording._with_build_ids(size, lambda i: "/x")

    def build_id_names(size):
        """Build ids of many names, all of one file."""
        return PerfRecording._with_build_ids(size, lambda i: f"/usr{'/.' * (i % 500)}/x{i:x}")

    def built(size):
        """Files of many names and one build id, none of which is there."""
        def write(perf, i, sample):
            at = 4096 * (i + 1)
            place = perf.pack("IIQQQ", 1, 1, at, 4096, 0) + b"\x14\0\0\0" + b"\1" * 20 + perf.pack("II", 5, 2)
            return (perf.beside(10, place + perf.text(f"/nowhere/{i}"), sample, 0, 2 | 1 << 14) +
                    PerfRecording._at(perf, sample, [at + 8]))
        return PerfRecording._records(size, write)

    def dumps(size):
        """A process for each sample, with a dump of a just-in-time compiler and code of its own."""
        def write(perf, i, sample):
            sample = dict(sample, pid=i + 1, tid=i + 1)
            return (perf.map(sample, 4096, 4096, f"/nonexistent/jit-{i + 1}.dump", 1) + perf.map(sample, 1 << 20, 4096, "//anon") +
                    PerfRecording._at(perf, sample, [(1 << 20) + 8]))
        return PerfRecording._records(size, write)

    def dumps_of_one(size):
        """A process with many dumps and much code."""
        def write(perf, i, sample):
            at = (i + 1) << 20
            return (perf.map(sample, 4096, 4096, f"/nonexistent/{i}/jit-{sample['pid']}.dump", 1) +
                    perf.map(sample, at, 4096, f"/memfd:{i}") + PerfRecording._at(perf, sample, [at + 8]))
        return PerfRecording._records(size, write)

    def _with_build_ids(size, name):
        from perfdata import Recording

        perf = Recording([PerfRecording._sample(0, [])])
        sample = PerfRecording._sample(0, [])
        ids = numbered(size, lambda i: perf.record(0, perf.pack("i", -1) + struct.pack("20s4x", b"%020d" % i) + perf.text(name(i))))
        perf.features = lambda is_folder: {**Recording.features(perf, is_folder), 2: ids}
        return perf.file(perf.map(sample, 4096, 4096, name(1)) + PerfRecording._at(perf, sample, [5000]))

    def _sample(i, frames):
        return {"comm": "a", "pid": 1, "tid": 1, "cpu": 0, "time": 1000 + i, "period": 1, "event": "cycles", "frames": frames}

    def _at(perf, sample, addresses):
        body = perf.pack("QQIIQIIQ", 1, addresses[0], sample["pid"], sample["tid"], sample["time"], 0, 0, 1)
        return perf.record(9, body + perf.pack(f"Q{len(addresses)}Q", len(addresses), *addresses), 2)

    def _records(size, write, before=lambda perf: b""):
        from perfdata import Recording

        perf = Recording([PerfRecording._sample(0, [])])
        return perf.file(before(perf) + numbered(size - len(before(perf)), lambda i: write(perf, i, PerfRecording._sample(i, []))))


@row("recording-cut", "collapse-perf", "--no-inline", "--repair-cut")
class CutRecording:
    """Code without unwinding information: each page is a file, and a frame."""

    def benign(size):
        """Whole stacks, and each without its outermost callers, with another leaf."""
        return CutRecording._recording(size, lambda i: CutRecording._both(CutRecording._ordinary(i), i))

    def contexts(size):
        """Many contexts of many frames in common."""
        frames = range(300, 400)
        first = [CutRecording._whole([i, *frames]) for i in range(250)]
        return CutRecording._recording(size, lambda i: CutRecording._cut([*frames, *CutRecording._leaf(i)]), first)

    def partial(size):
        """A context that many other stacks without callers have to agree with."""
        frames = range(300, 400)
        first = [CutRecording._whole([1, *frames])] + [CutRecording._cut(frames[i:]) for i in range(90)]
        return CutRecording._recording(size, lambda i: CutRecording._cut([*frames[-3:], *CutRecording._leaf(i)]), first)

    def deep(size):
        """A context of the most frames."""
        frames = range(300, 420)
        return CutRecording._recording(size, lambda i: CutRecording._cut([*frames[-3:], *CutRecording._leaf(i)]),
                                       [CutRecording._whole(frames)])

    PAGE, PAGES = 0x4000, 500

    def _ordinary(i):
        return [(i * (d + 3) + i // 499 * (7 * d + 1) + d) % 499 for d in range(17)]

    def _leaf(i):
        return [i % 499, i // 499 % 499]

    def _both(frames, i):
        return CutRecording._whole(frames) + CutRecording._cut(frames[5:] + CutRecording._leaf(i))

    def _addresses(frames):
        return [0x10000000 + frame * CutRecording.PAGE + 8 for frame in reversed(frames)]

    def _whole(frames):
        chain = CutRecording._addresses(frames)
        return CutRecording._machine().sample(chain[0], [0], walked=chain, has_registers=False, room=8)

    def _cut(frames):
        chain, sp = CutRecording._addresses(frames), 0x7000
        stack = [word for i, address in enumerate(chain[1:]) for word in (sp + 16 * (i + 1), address)]
        return CutRecording._machine().sample(chain[0], stack, sp, room=8 * len(stack), walked=chain)

    def _machine():
        from stacks import MACHINES

        return MACHINES["x86_64"]

    def _recording(size, write, first=()):
        machine = CutRecording._machine()
        maps = b"".join(machine.record(10, machine.pack("IIQQQIIQQII", 7, 7, 0x10000000 + i * CutRecording.PAGE, CutRecording.PAGE,
                                                        0, 8, 1, 99, 1, 5, 2) + b"/m%-5d\0" % i) for i in range(CutRecording.PAGES))
        head = maps + b"".join(first)
        return machine.file([numbered(size - len(head), write)], head)


# ---- Trees of rows ----


def tree_row(form, write, head=b"", tail=b"", per_level=1):
    """write(depth, name, is_leaf) is a row; deeper rows have `per_level` more bytes."""
    @row(form, "collapse-" + form)
    class Tree:
        def benign(size):
            return stacks(size, lambda i, frames: b"".join(write(d, frame, d + 1 == len(frames)) for d, frame in enumerate(frames)),
                          head, tail)

        def deep(size):
            """Rows below each other."""
            return numbered(size, lambda i: write(i, "f", True), head, tail)

        def ladder(size):
            """Half of the bytes are a deep stack, the rest its leaves."""
            depth = int((size / max(per_level, 0.01)) ** 0.5) if per_level else size // 60
            return numbered(size, lambda i: write(depth, f"g{i:x}", True),
                            head + b"".join(write(d, "f", False) for d in range(depth)), tail)

        def zigzag(size):
            """A deep stack that is left and entered again and again."""
            depth = int((size / 20 / max(per_level, 0.01)) ** 0.5) + 2
            return repeat(size, b"".join(write(d, "f", True) for d in range(depth)), head, tail)

        def small(size):
            return numbered(size, lambda i: write(0, f"{i:x}", True), head, tail)


tree_row("ghcprof", lambda depth, name, leaf: b"%sf%s    M    a.hs    1    1    %d.0    0.0    1.0    1.0\n" % (b" " * depth, name.encode(), leaf),
         b"\tTime and Allocation Profiling Report  (Final)\n\n\n   individual      inherited\n"
         b"COST CENTRE     MODULE    SRC    no.     entries  %time %alloc   %time %alloc\n\n")
tree_row("instruments", lambda depth, name, leaf: b"1.00 s  1.0%%\t%d s\t \t%s%s\n" % (leaf, b" " * depth, name.encode()),
         b"Weight\tSelf Weight\t\tSymbol Name\n")
tree_row("sample", lambda depth, name, leaf: b"    %s1 %s  (in a) + 1  [0x7fff]\n" % (b"  " * depth, name.encode()),
         b"Analysis of sampling a (pid 501) every 1 millisecond\n----\n\nCall graph:\n", b"\nTotal number in stack\n", 2)
tree_row("vtune", lambda depth, name, leaf: b'%s"%s",%d.0,a\n' % (b" " * depth, name.encode(), leaf), b"Function Stack,CPU Time:Self,Module\n")
tree_row("vtune-mc", lambda depth, name, leaf: b'%s"%s",%d,1,1,a\n' % (b" " * depth, name.encode(), leaf),
         b"Function Stack,Allocation Size:Self,Deallocation Size:Self,Allocations:Self,Module\n")
tree_row("pmc", lambda depth, name, leaf: b"%s01.00%%  [1]  %s%s\n" % (b" " * depth, name.encode(), b"" if depth else b" @ /a"),
         b"@ CPU_CLK [35 samples]\n\n")
tree_row("julia", lambda depth, name, leaf: "1╎{} 1 a.jl:1; {}\n".format(f" +{depth - 1}" if depth else "", name).encode(),
         "Overhead ╎ [+additional indent] Count File:Line; Function\n".encode(), b"Total snapshots: 1\n", 0)
tree_row("massif", lambda depth, name, leaf: b"%sn%d: 8 0x1: %s (a.c:1)\n" % (b" " * depth, 1 - leaf, name.encode()),
         b"desc: a\ncmd: a\ntime_unit: i\n#-----------\nsnapshot=0\n#-----------\ntime=0\nmem_heap_B=8\nmem_heap_extra_B=0\n"
         b"mem_stacks_B=0\nheap_tree=peak\n")


# ---- Folded text ----


def folded(i, frames):
    return (";".join(frames) + " 1\n").encode()


@row("folded", "collapse-filter")
class Folded:
    def benign(size):
        return stacks(size, folded)

    def deep(size):
        """One stack."""
        return b"a;" * (size // 2) + b"a 1\n"

    def prefixes(size):
        """Each stack is the one before and another frame."""
        return numbered(size, lambda i: b"a;" * i + b"a 1\n")

    def suffixes(size):
        """The same from the root on: no prefix is shared."""
        return numbered(size, lambda i: b"%x;" % i + b"a;" * (i % 3000) + b"a 1\n")

    def long(size):
        """One name."""
        return b"a" * size + b" 1\n"

    def blanks(size):
        return b"a" + b" " * size + b" 1\n"

    def semicolons(size):
        return b";" * size + b" 1\n"

    def decimals(size):
        return numbered(size, lambda i: b"%x 1.%0400d\n" % (i, i))

    def labels(size):
        """Labels, all different."""
        return numbered(size, lambda i: b"@time=%d.%d;@tid=%x;@x%x=1;a 1\n" % (i, i, i, i))

    def small(size):
        """Lines of a frame, all different."""
        return numbered(size, lambda i: b"%x 1\n" % i)

    labels.bar = small.bar = OWN_NAMES


def folded_rows(form, *command, without=()):
    """
    Without `suffixes`, frames of two bytes that are all different, in what has an element for each frame that it shows: that
    is what was asked for.
    """
    ROWS.append((form, command, {name: kind for name, kind in vars(Folded).items()
                                 if name.islower() and not name.startswith("_") and name not in without}, 8))


def patterns(form, *command):
    """Names on which the patterns of the command go back often."""
    @row(form, *command, bar=PATTERNS)
    class Patterns:
        def benign(size):
            return stacks(size, folded)

        def exponential(size):
            return numbered(size, lambda i: b"m;%s%xX 1\n" % (b"a" * 28, i))

        def medium(size):
            return numbered(size, lambda i: b"m;%s%xX 1\n" % (b"ab" * 120, i))

        def long(size):
            return b"m;" + b"a" * size + b"X 1\n"

        def several(size):
            return numbered(size, lambda i: b"m;%s%xX 1\n" % (b"ab" * 5000, i))


HARD = "(?:a+)+$|a.*b.*a.*c"
patterns("focus", "collapse-filter", "--focus", HARD + "|^main$")
patterns("hide", "collapse-filter", "--hide", HARD)
patterns("rename", "collapse-filter", "--rename", "(a+)+b*$=x")
patterns("back", "collapse-filter", "--hide", "^((a|aa)+)\\1+$")
folded_rows("recursive", "collapse-recursive")
folded_rows("svg", "flamegraph", without=["suffixes"])
folded_rows("svg-reverse", "flamegraph", "--reverse", "--inverted", without=["suffixes"])
folded_rows("page", "flamegraph", "--html", without=["suffixes"])
folded_rows("text", "flamegraph", "--text")
folded_rows("export-top", "export-top")
folded_rows("export-pprof", "export-pprof")
folded_rows("export-speedscope", "export-speedscope")
folded_rows("export-firefox", "export-firefox", without=["suffixes"])
folded_rows("difffolded", "difffolded", "{}", "{}")
folded_rows("diffreport", "diffreport", "{}", "{}")
folded_rows("guess", "collapse-guess")


def main():
    if len(sys.argv) != 4:
        for form, _, kinds, _ in ROWS:
            print(form, *kinds)
        return 2 if len(sys.argv) > 1 else 0
    form, kind, size = sys.argv[1:]
    kinds = {name: kinds for name, _, kinds, _ in ROWS}
    sys.stdout.buffer.write(kinds[form][kind](int(size)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
