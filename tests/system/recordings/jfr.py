#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""jfr.py DIRECTORY - make recordings of Java Flight Recorder, small and without a JVM.
jfr.py --large BYTES FILE - a recording of about so many bytes, in chunks of 12 MB that are full of samples.

    java.jfr        two chunks as a JDK writes them: samples, locks, allocations, events of a program's own
    async.jfr       as async-profiler writes them: native and kernel frames, wall clock samples
    strings.jfr     names in every encoding of strings
    killed.jfr      a chunk that was never finished, behind a whole one
    tiny.jfr        one chunk with a few samples
    lost.jfr        samples of the processor's time, and what the JVM lost

A chunk is made of samples: dictionaries of event, thread, state, time (ticks), stack (frames from the leaf on, each class,
method, line, type), and the values of other fields. `folded()` says which stacks these are, from the same dictionaries.
"""

import collections
import functools
import os
import struct
import sys

HEADER = 68
TEXT, UTF16, LATIN1 = 3, 4, 5  # encodings of strings
NULL, EMPTY, IN_POOL = 0, 1, 2
START = 1_700_000_000 * 10**9  # ns since 1970
PRIMITIVES = ["boolean", "byte", "char", "short", "int", "long", "float", "double", "java.lang.String"]


@functools.lru_cache(1 << 16)
def number(value, pad=0):
    """Base 128, little-endian; the ninth byte has eight bits."""
    value &= 2**64 - 1
    out = bytearray()
    while len(out) < 8 and (value > 0x7F or len(out) < pad - 1):
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def string(text, encoding=TEXT):
    if text is None:
        return bytes([NULL])
    if text == "":
        return bytes([EMPTY])
    if isinstance(text, int):
        return bytes([IN_POOL]) + number(text)
    if encoding == UTF16:
        units = struct.unpack(f"<{len(text.encode('utf-16-le', 'surrogatepass')) // 2}H",
                              text.encode("utf-16-le", "surrogatepass"))
        return bytes([UTF16]) + number(len(units)) + b"".join(map(number, units))
    data = text.encode("latin-1") if encoding == LATIN1 else text.encode()
    return bytes([encoding]) + number(len(data)) + data


def event(kind, body):
    """An event's size counts itself; two bytes of it are enough here, four for what is large."""
    pad = 2 if len(body) < 8000 else 4
    return number(pad + len(number(kind)) + len(body), pad) + number(kind) + body


# name: (is an event, fields: name, type, how: c by pool, [] array; what the number is)
TYPES = collections.OrderedDict([
    ("java.lang.Class", ("", [("classLoader", "jdk.types.ClassLoader", "c", ""), ("name", "jdk.types.Symbol", "c", ""),
                              ("package", "jdk.types.Package", "c", ""), ("modifiers", "int", "", ""),
                              ("hidden", "boolean", "", "")])),
    ("java.lang.Thread", ("", [("osName", "java.lang.String", "", ""), ("osThreadId", "long", "", ""),
                               ("javaName", "java.lang.String", "", ""), ("javaThreadId", "long", "", "")])),
    ("jdk.types.ClassLoader", ("", [("type", "java.lang.Class", "c", ""), ("name", "jdk.types.Symbol", "c", "")])),
    ("jdk.types.Symbol", ("simple", [("string", "java.lang.String", "", "")])),
    ("jdk.types.Package", ("", [("name", "jdk.types.Symbol", "c", ""), ("exported", "boolean", "", "")])),
    ("jdk.types.Method", ("", [("type", "java.lang.Class", "c", ""), ("name", "jdk.types.Symbol", "c", ""),
                               ("descriptor", "jdk.types.Symbol", "c", ""), ("modifiers", "int", "", ""),
                               ("hidden", "boolean", "", "")])),
    ("jdk.types.StackFrame", ("", [("method", "jdk.types.Method", "c", ""), ("lineNumber", "int", "", ""),
                                   ("bytecodeIndex", "int", "", ""), ("type", "jdk.types.FrameType", "c", "")])),
    ("jdk.types.StackTrace", ("", [("truncated", "boolean", "", ""), ("frames", "jdk.types.StackFrame", "[]", "")])),
    ("jdk.types.FrameType", ("simple", [("description", "java.lang.String", "", "")])),
    ("jdk.types.ThreadState", ("simple", [("name", "java.lang.String", "", "")])),
    ("shop.Box", ("", [("width", "short", "", ""), ("tags", "java.lang.String", "[]", "")])),
    ("jdk.ExecutionSample", ("event", [("startTime", "long", "", "TICKS"), ("sampledThread", "java.lang.Thread", "c", ""),
                                       ("stackTrace", "jdk.types.StackTrace", "c", ""),
                                       ("state", "jdk.types.ThreadState", "c", "")])),
    ("jdk.ThreadPark", ("event", [("startTime", "long", "", ""), ("duration", "long", "", "TICKS"),
                                  ("eventThread", "java.lang.Thread", "c", ""),
                                  ("stackTrace", "jdk.types.StackTrace", "c", ""),
                                  ("parkedClass", "java.lang.Class", "c", ""), ("timeout", "long", "", "MILLISECONDS")])),
    ("jdk.ObjectAllocationSample", ("event", [("startTime", "long", "", ""), ("eventThread", "java.lang.Thread", "c", ""),
                                              ("stackTrace", "jdk.types.StackTrace", "c", ""),
                                              ("objectClass", "java.lang.Class", "c", ""),
                                              ("weight", "long", "", "BYTES")])),
    ("profiler.WallClockSample", ("event", [("startTime", "long", "", ""), ("sampledThread", "java.lang.Thread", "c", ""),
                                            ("stackTrace", "jdk.types.StackTrace", "c", ""),
                                            ("state", "jdk.types.ThreadState", "c", ""), ("samples", "int", "", "")])),
    ("shop.Order", ("event", [("startTime", "long", "", ""), ("box", "shop.Box", "", ""), ("price", "double", "", ""),
                              ("share", "float", "", ""), ("count", "short", "", ""), ("small", "byte", "", ""),
                              ("note", "java.lang.String", "", ""), ("stackTrace", "jdk.types.StackTrace", "c", "")])),
    ("jdk.CPULoad", ("event", [("startTime", "long", "", ""), ("machineTotal", "float", "", "")])),
    ("jdk.CPUTimeSample", ("event", [("startTime", "long", "", ""), ("stackTrace", "jdk.types.StackTrace", "c", ""),
                                     ("eventThread", "java.lang.Thread", "c", "")])),
    ("jdk.CPUTimeSamplesLost", ("event", [("startTime", "long", "", ""), ("lostSamples", "int", "", ""),
                                          ("eventThread", "java.lang.Thread", "c", "")])),
    ("jdk.DataLoss", ("event", [("startTime", "long", "", ""), ("amount", "long", "", "BYTES"), ("total", "long", "", "BYTES")])),
])


class Chunk:
    def __init__(self, samples, frame_types=("Interpreted", "JIT compiled", "Inlined", "Native"), ticks=10**9, start=START,
                 first_number=100, encoding=TEXT, checkpoints=2, finished=True, metadata_last=True, pools_first=False,
                 more_classes=(), more_events=()):
        self.samples, self.ticks, self.start = samples, ticks, start
        self.known = {}
        self.more_classes, self.more_events = more_classes, list(more_events)
        self.encoding, self.finished = encoding, finished
        self.numbers = {name: first_number + 3 * i for i, name in enumerate(PRIMITIVES + list(TYPES))}
        self.annotations = {"jdk.jfr.Timespan": first_number + 900, "jdk.jfr.DataAmount": first_number + 901}
        self.pools = collections.OrderedDict((name, collections.OrderedDict()) for name in TYPES)
        for i, text in enumerate(frame_types):
            self.pools["jdk.types.FrameType"][text] = i
        self.frame_types = frame_types
        self.start_ticks = 5000
        self.bodies = [self.sample(sample) for sample in samples]
        self.layout(checkpoints, metadata_last, pools_first)

    # ---- pools ----

    def id_of(self, pool, key):
        """Ids are sparse, and 0 is none."""
        entries = self.pools[pool]
        if key is None:
            return 0
        if key not in entries:
            entries[key] = 7 + 131 * len(entries)
        return entries[key]

    def class_of(self, name):
        return None if name is None else ("class", self.id_of("jdk.types.Symbol", name))

    def stack_of(self, stack):
        """The id of a stack; one that is the same object is not looked at again."""
        if id(stack) in self.known:
            return self.known[id(stack)]
        if stack is None:
            return 0
        frames, truncated = stack
        ids = []
        for cls, method, line, kind in frames:
            hidden = method.startswith("hidden$")
            key = (self.id_of("java.lang.Class", self.class_of(cls)), self.id_of("jdk.types.Symbol", method), hidden)
            ids.append((self.id_of("jdk.types.Method", key), line, self.pools["jdk.types.FrameType"][kind]))
        self.known[id(stack)] = self.id_of("jdk.types.StackTrace", (truncated, tuple(ids)))
        return self.known[id(stack)]

    def entry(self, pool, key):
        if pool == "java.lang.Class":
            return number(0) + number(key[1]) + number(0) + number(1) + b"\0"
        if pool == "java.lang.Thread":
            os_name, java_name = key
            return string(os_name) + number(77) + string(java_name, self.encoding) + number(3)
        if pool == "jdk.types.Method":
            return number(key[0]) + number(key[1]) + number(0) + number(1) + bytes([key[2]])
        if pool == "jdk.types.StackTrace":
            truncated, frames = key
            return bytes([truncated]) + number(len(frames)) + b"".join(
                number(method) + number(line & 0xFFFFFFFF) + number(1) + number(kind) for method, line, kind in frames)
        return string(key, self.encoding if pool == "jdk.types.Symbol" else TEXT)

    # ---- events ----

    def value(self, field, sample):
        name, kind, how, _ = field
        if name == "startTime":
            return number(self.start_ticks + sample["time"])
        if name in ("sampledThread", "eventThread"):
            return number(self.id_of("java.lang.Thread", sample.get("thread")))
        if name == "stackTrace":
            return number(self.stack_of(sample.get("stack")))
        if name == "state":
            return number(self.id_of("jdk.types.ThreadState", sample.get("state")))
        value = sample.get(name)
        if kind == "java.lang.Class":
            return number(self.id_of(kind, self.class_of(value)))
        if kind == "shop.Box":
            return number(value[0]) + number(len(value[1])) + b"".join(string(tag) for tag in value[1])
        if kind == "java.lang.String":
            return string(value, UTF16)
        if kind in ("float", "double"):
            return struct.pack(">f" if kind == "float" else ">d", value)
        if kind in ("boolean", "byte"):
            return struct.pack("b", value)
        return number(value & {"short": 0xFFFF, "int": 0xFFFFFFFF}.get(kind, 2**64 - 1))

    def sample(self, sample):
        kind = sample["event"]
        return event(self.numbers[kind], b"".join(self.value(field, sample) for field in TYPES[kind][1]))

    # ---- metadata ----

    def metadata(self):
        table = {}

        def index(text):
            return number(table.setdefault(text, len(table)))

        def element(name, attributes, children=()):
            out = index(name) + number(len(attributes))
            for key, value in attributes:
                out += index(key) + index(str(value))
            return out + number(len(children)) + b"".join(children)

        classes = [element("class", [("name", name), ("id", self.numbers[name])]) for name in PRIMITIVES]
        for name, number_of in self.annotations.items():
            classes.append(element("class", [("id", number_of), ("name", name),
                                             ("superType", "java.lang.annotation.Annotation")]))
        for name, (what, fields) in TYPES.items():
            attributes = [("id", self.numbers[name]), ("name", name)]
            attributes += [("superType", "jdk.jfr.Event")] if what == "event" else []
            attributes += [("simpleType", "true")] if what == "simple" else []
            children = []
            for field, kind, how, measure in fields:
                of = [("name", field), ("class", self.numbers[kind])]
                of += [("constantPool", "true")] if how == "c" else []
                of += [("dimension", "1")] if how == "[]" else []
                by = "jdk.jfr.DataAmount" if measure == "BYTES" else "jdk.jfr.Timespan"
                notes = [element("annotation", [("class", self.annotations[by]), ("value", measure)])] if measure else []
                children.append(element("field", of, notes))
            classes.append(element("class", attributes, children))

        def more(tree):
            name, attributes, children = tree
            return element(name, attributes, [more(child) for child in children])

        classes += [more(tree) for tree in self.more_classes]
        tree = element("root", [], [element("metadata", [], classes), element("region", [("locale", "en")])])
        strings = b"".join(string(text, UTF16) for text in table)
        return event(0, number(1) + number(2) + number(3) + number(len(table)) + strings + tree)

    # ---- the whole ----

    def checkpoint(self, part, parts, delta):
        body, count = b"", 0
        for pool, entries in self.pools.items():
            own = [(key, id) for i, (key, id) in enumerate(entries.items()) if i % parts == part]
            if not own and (part > 0 or "Kernel" not in self.frame_types):
                continue  # async-profiler alone writes empty pools
            count += 1
            body += number(self.numbers[pool]) + number(len(own))
            body += b"".join(number(id) + self.entry(pool, key) for key, id in own)
        return event(1, number(5) + number(6) + number(delta) + b"\1" + number(count) + body)

    def layout(self, checkpoints, metadata_last, pools_first):
        """Events, with a checkpoint behind each part of them, or one before all; self.ends: where each event ends."""
        out, delta, at = bytearray(HEADER), 0, 0
        metadata, self.ends = self.metadata(), []
        if not metadata_last:
            metadata_at = len(out)
            out += metadata
        if pools_first:
            at = len(out)
            self.pool_event = self.checkpoint(0, 1, 0)
            out += self.pool_event
        step = -(-len(self.bodies) // checkpoints)
        for part in range(checkpoints):
            for body in self.bodies[part * step:part * step + step]:
                out += body
                self.ends.append(len(out))
            if pools_first:
                continue
            delta = at - len(out) if at else 0
            at = len(out)
            self.pool_event = self.checkpoint(part, checkpoints, delta)
            out += self.pool_event
        out += b"".join(self.more_events)
        if metadata_last:
            metadata_at = len(out)
            out += metadata
        size, state = (len(out), 0) if self.finished else (HEADER, 1)
        out[:HEADER] = b"FLR\0" + struct.pack(">HHQQQQQQQBBH", 2, 1, size, at, metadata_at, self.start, 10**9,
                                              self.start_ticks, self.ticks, state, 0, 1)
        self.data, self.checkpoint_at, self.metadata_at = bytes(out), at, metadata_at
        self.metadata_end = metadata_at + len(metadata)


# ---- what collapse-jfr should say ----


def clean(name):
    return "".join(" " if c in "\t\r\n" else ":" if c == ";" else c for c in name) or "[unknown]"


def class_text(symbol):
    depth = len(symbol) - len(symbol.lstrip("["))
    if depth:
        symbol = {"B": "byte", "I": "int"}.get(symbol[depth:], symbol[depth + 1:-1])
    return symbol.replace("/", ".") + "[]" * depth


def frame_text(frame, lines):
    cls, method, line, kind = frame
    if kind in ("C++", "Kernel", "Native") and frame[1] and cls is not None and cls.endswith(".so"):
        return clean(method)
    text = (class_text(cls) if cls else "") + ("." if cls and method else "") + method
    return clean(text) + (f":{line}" if lines and line > 0 else "")


def stack_text(sample, threads=False, classes=False, lines=False):
    frames = []
    truncated = False
    if sample.get("stack"):
        stack, truncated = sample["stack"]
        frames = [frame_text(frame, lines) for frame in stack if not frame[1].startswith("hidden$")]
    frames = frames or ["[unknown]"]
    if truncated:
        frames.append("[truncated]")
    if threads:
        os_name, java_name = sample.get("thread") or (None, None)
        frames.append(clean((java_name if java_name is not None else os_name) or ""))
    frames.reverse()
    if classes:
        name = sample.get("objectClass") or sample.get("parkedClass")
        frames += [clean(class_text(name))] if name else []
    return ";".join(frames)


def folded(samples, weight=lambda sample: 1, **options):
    sums = collections.Counter()
    for sample in samples:
        if weight(sample) > 0:
            sums[stack_text(sample, **options)] += weight(sample)
    lines = sorted(f"{stack} {count}".encode() for stack, count in sums.items())
    return b"".join(line + b"\n" for line in lines)


# ---- recordings ----

MAIN, WORKER, NAMELESS = ("main", "main"), ("java", "worker;1\tof 2"), ("Thread-9", None)
RUNNABLE, SLEEPING, DEFAULT = "STATE_RUNNABLE", "STATE_SLEEPING", "STATE_DEFAULT"


def java(cls, method, line=0):
    return "shop/" + cls, method, line, "JIT compiled"


DEEP = [java("Cart", "add", 12), java("Cart$Line", "<init>", 9), (None, "hidden$run", 0, "Inlined"), java("Main", "main", 3)]
SHORT = [("java/util/HashMap$Node", "get", 77, "Native"), java("Main", "main", 4)]


def java_samples():
    out = []
    for i in range(12):
        out.append({"event": "jdk.ExecutionSample", "time": 1000 * i, "thread": (MAIN, WORKER, NAMELESS)[i % 3],
                    "state": (RUNNABLE, SLEEPING)[i % 2], "stack": ((DEEP, SHORT)[i % 2], i == 3)})
        out.append({"event": "jdk.ThreadPark", "time": 1000 * i + 10, "duration": 10 * i, "thread": WORKER,
                    "stack": (SHORT, False) if i % 4 else None, "parkedClass": "shop/Lock" if i % 3 else None,
                    "timeout": i})
        out.append({"event": "jdk.ObjectAllocationSample", "time": 1000 * i + 20, "thread": MAIN,
                    "stack": (DEEP, False), "objectClass": ("[B", "[[Ljava/lang/String;", "shop/Cart")[i % 3],
                    "weight": 2**40 if i == 5 else 16 * i})
        out.append({"event": "jdk.CPULoad", "time": 1000 * i + 30, "machineTotal": 0.5})
    for i in range(3):
        out.append({"event": "shop.Order", "time": 20000 + i, "box": (-7, ["a", "b"][:i]), "price": 2.5 * i, "share": 0.25,
                    "count": -i, "small": 3 - i, "note": "für €\U0001F6D2", "stack": (SHORT, False)})
    return out


ASYNC_TYPES = ("Interpreted", "JIT compiled", "Inlined", "Native", "C++", "Kernel", "C1 compiled")


def async_samples():
    out = []
    native = [("libc.so", "read", 0, "Native"), ("libjvm.so", "JavaThread::run(int)", 0, "C++")]
    kernel = [("vmlinux.so", "vfs_read", 0, "Kernel")] + native
    for i in range(6):
        out.append({"event": "jdk.ExecutionSample", "time": 100 * i, "thread": MAIN, "state": (DEFAULT, RUNNABLE)[i % 2],
                    "stack": ((kernel, native + SHORT)[i % 2], False)})
        out.append({"event": "profiler.WallClockSample", "time": 100 * i, "thread": NAMELESS,
                    "state": (RUNNABLE, SLEEPING)[i % 2], "stack": (native, False), "samples": i})
    return out


def string_samples():
    names = ["plain", "é", "日本", "\U0001F6D2", "tab\there", "semi;colon", ""]
    return [{"event": "jdk.ExecutionSample", "time": i, "thread": ("os", name), "state": RUNNABLE,
             "stack": ([("shop/" + (name or "X"), name, i, "Inlined")], False)} for i, name in enumerate(names)]


def lost_samples():
    out = [{"event": "jdk.CPUTimeSample", "time": i, "thread": MAIN, "stack": (DEEP, False)} for i in range(3)]
    out += [{"event": "jdk.CPUTimeSamplesLost", "time": 10 + i, "lostSamples": 3 + i, "thread": MAIN} for i in range(2)]
    out.append({"event": "jdk.ThreadPark", "time": 20, "duration": 10, "thread": WORKER, "stack": (SHORT, False), "timeout": 1})
    return out + [{"event": "jdk.DataLoss", "time": 30 + i, "amount": 16356, "total": 16356 * (1 + i)} for i in range(2)]


def make():
    """name: (bytes, samples in them)"""
    samples = java_samples()
    half = len(samples) // 2
    first, second = samples[:half], samples[half:]
    tiny = [sample for sample in samples if sample["event"] == "jdk.ExecutionSample"][:6]
    text = string_samples()
    return {
        "java": (Chunk(first).data + Chunk(second, first_number=5000, start=START + 10**9, checkpoints=3).data, samples),
        "async": (Chunk(async_samples(), ASYNC_TYPES, checkpoints=1, metadata_last=False).data, async_samples()),
        "strings": (Chunk(text).data + Chunk(text, encoding=UTF16).data +
                    Chunk([s for s in text if all(ord(c) < 256 for c in s["thread"][1])], encoding=LATIN1).data,
                    text + text + [s for s in text if all(ord(c) < 256 for c in s["thread"][1])]),
        "killed": (Chunk(first).data + Chunk(second, finished=False).data, samples),
        "tiny": (Chunk(tiny, checkpoints=1, metadata_last=False).data, tiny),
    }


def take_number(data, at):
    """A number of less than nine bytes, and where it ends."""
    value = shift = 0
    while data[at] > 0x7F:
        value |= (data[at] & 0x7F) << shift
        shift, at = shift + 7, at + 1
    return value | data[at] << shift, at + 1


def events_of(data, kind):
    """The events of a type in the only chunk of a recording."""
    at = HEADER
    while at < len(data):
        size, behind = take_number(data, at)
        if take_number(data, behind)[0] == kind:
            yield data[at:at + size]
        at += size


def write_large(size, path):
    """The samples of fixtures/jfr/shop-17.jfr, of type 109, many times in a chunk, which comes again and again."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../fixtures/jfr/shop-17.jfr"), "rb") as file:
        data = file.read()
    samples = b"".join(events_of(data, 109))
    data += samples * (max(0, min(size, 12 * 10**6) - len(data)) // len(samples))
    data = data[:8] + struct.pack(">Q", len(data)) + data[16:]
    with open(path, "wb") as file:
        for _ in range(max(1, size // len(data))):
            file.write(data)


def main():
    if sys.argv[1] == "--large":
        write_large(int(sys.argv[2]), sys.argv[3])
        return
    os.makedirs(sys.argv[1], exist_ok=True)
    for name, (data, _) in make().items():
        with open(os.path.join(sys.argv[1], name + ".jfr"), "wb") as file:
            file.write(data)
    with open(os.path.join(sys.argv[1], "lost.jfr"), "wb") as file:
        file.write(Chunk(lost_samples()).data * 2)


if __name__ == "__main__":
    main()
