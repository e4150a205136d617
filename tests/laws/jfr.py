#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.jfr short law sanitize threads TIMEOUT 600 RUN @bin@
# ctest: law.jfr-long long law TIMEOUT 1800 RUN --all @bin@
"""jfr.py [--all] BIN - what recordings of Java Flight Recorder give is what was put into them, whole, cut or damaged.

- Recordings of tests/system/recordings/jfr.py with options that name, weigh and select: the stacks that their samples say, from a
  file, a pipe that gives few bytes at a time, compressed, by any number of threads.
- Labels: time, thread, state and event of each sample.
- Cut at any byte: the events before the cut, with stacks if their pools are there; or exit code 1 and no output.
- Damage of every kind: the rest is read, and said, and --strict gives nothing.

--all: every cut, where every eleventh is tried otherwise.
"""

import gzip
import os
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "system", "recordings"))
import jfr  # noqa: E402


def of(*names):
    return lambda sample: sample["event"] in names


# options: which samples they select, what these weigh, how stacks are named
CASES = [
    ([], of("jdk.ExecutionSample"), lambda s: 1, {}),
    (["--thread-names"], of("jdk.ExecutionSample"), lambda s: 1, {"threads": True}),
    (["--lines"], of("jdk.ExecutionSample"), lambda s: 1, {"lines": True}),
    (["--states", "SLEEP"], lambda s: s.get("state") == jfr.SLEEPING and s["event"] == "jdk.ExecutionSample", lambda s: 1, {}),
    (["--event", "park"], of("jdk.ThreadPark"), lambda s: s["duration"], {}),
    (["--event", "park", "--count", "--classes"], of("jdk.ThreadPark"), lambda s: 1, {"classes": True}),
    (["--event", "ThreadPark", "--weight", "timeout"], of("jdk.ThreadPark"), lambda s: s["timeout"] * 10**6, {}),
    (["--event", "alloc", "--classes", "--thread-names"], of("jdk.ObjectAllocationSample"), lambda s: s["weight"],
     {"classes": True, "threads": True}),
    (["--event", "shop.Order", "--weight", "price"], of("shop.Order"), lambda s: int(s["price"] + 0.5), {}),
    (["--event", "shop.Order", "--weight", "small"], of("shop.Order"), lambda s: s["small"], {}),
    (["--event-filter", "jdk.ThreadPark", "--event", "alloc"], of("jdk.ThreadPark", "jdk.ObjectAllocationSample"),
     lambda s: 1, {}),
    (["--event", "wall"], of("profiler.WallClockSample"), lambda s: s["samples"], {}),
    (["--event", "cpu"], lambda s: s["event"] == "jdk.ExecutionSample" and s["state"] == jfr.DEFAULT, lambda s: 1, {}),
]


def labelled(sample, ticks):
    """Its labels, in front of its stack."""
    os_name, java_name = sample["thread"]
    name = (java_name or os_name).replace(";", ":").replace("\t", " ")
    state = f"@state={sample['state'][6:]};" if "state" in sample else ""
    tenths = sample["time"] * 10**9 // ticks // 100
    return f"@time=0.{tenths:07d};@event={sample['event']};{state}@thread={name};"


class Law:
    def __init__(self, bins, work):
        self.tool, self.work, self.checks, self.failures = os.path.join(bins, "collapse-jfr"), work, 0, []

    def run(self, arguments, data=None, timeout=120):
        done = subprocess.run([self.tool, "--no-header"] + arguments, input=data, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=timeout)
        return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")

    def check(self, good, what):
        self.checks += 1
        if not good:
            self.failures.append(what)

    def write(self, name, data):
        path = os.path.join(self.work, name)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def same(self, name, data, samples, options=(), **naming):
        wanted = jfr.folded(samples, **naming)
        code, out, said = self.run(list(options) + [self.write("in.jfr", data)])
        self.check((code, out) == (0, wanted) if wanted else (code, out) == (1, b""),
                   f"{name} {options}: exit {code} {said}\n{out.decode()}instead of\n{wanted.decode()}")

    # ---- whole ----

    def options(self):
        for name, (data, samples) in jfr.make().items():
            path = self.write(name + ".jfr", data)
            ways = [["-j", "1", path], ["-j", "3", path]]
            if "gzip" not in os.environ.get("WITHOUT", "").split():
                ways.append([self.write(name + ".jfr.gz", gzip.compress(data))])
            for options, selects, weight, naming in CASES:
                if (name == "async") != (options[-1:] in (["wall"], ["cpu"])):
                    continue
                chosen = [sample for sample in samples if selects(sample)]
                wanted = jfr.folded(chosen, weight, **naming)
                for more in ways:
                    code, out, said = self.run(options + more)
                    self.check(out == wanted and code == (0 if wanted else 1), f"{name} {options + more}: {code} {said}")

    def trickle(self):
        """A pipe that gives a few bytes at a time."""
        data, samples = jfr.make()["java"]
        child = subprocess.Popen([self.tool, "--no-header"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for at in range(0, len(data), 97):
            child.stdin.write(data[at:at + 97])
            child.stdin.flush()
        child.stdin.close()
        wanted = jfr.folded([sample for sample in samples if sample["event"] == "jdk.ExecutionSample"])
        self.check(child.stdout.read() == wanted and child.wait() == 0, "a pipe of few bytes at a time")

    def times(self):
        """Selected by moments, with an odd number of ticks a second, in exact arithmetic."""
        samples = [sample for sample in jfr.java_samples() if sample["event"] == "jdk.ExecutionSample"]
        for ticks in (10**9, 2399987654, 7):
            chunk = jfr.Chunk(samples, ticks=ticks)
            for sample in samples:
                ns = sample["time"] * 10**9 // ticks
                for begin, end in ((ns, ns + 1), (ns + 1, ns + 2)):
                    wanted = [s for s in samples if begin * ticks <= s["time"] * 10**9 < end * ticks]
                    bounds = ",".join(f"{value // 10**9}.{value % 10**9:09d}" for value in (begin, end))
                    self.same(f"{ticks} ticks a second", chunk.data, wanted, ["--time", bounds])

    def labels(self):
        """Each stack with the labels of its samples, by any number of threads, the same sums without them."""
        samples = jfr.java_samples()
        chunks = [(ticks, jfr.Chunk(samples, ticks=ticks).data) for ticks in (10**9, 2399987654)]
        for options, event, weight in (([], "jdk.ExecutionSample", lambda s: 1),
                                       (["--event", "park"], "jdk.ThreadPark", lambda s: s["duration"])):
            chosen = [s for s in samples if s["event"] == event]
            for ticks, data in chunks:
                if ticks != 10**9 and options:
                    continue  # durations are rounded
                wanted = {}
                for sample in chosen:
                    stack = labelled(sample, ticks) + jfr.folded([sample]).decode().rsplit(" ", 1)[0]
                    wanted[stack] = wanted.get(stack, 0) + 2 * weight(sample)
                lines = sorted(f"{stack} {count}\n".encode() for stack, count in wanted.items() if count)
                path = self.write("labels.jfr", data * 2)
                for threads in "1", "2", "5":
                    code, out, said = self.run(options + ["--labels", "time=100ns,thread,state,event", "-j", threads, path])
                    self.check((code, out) == (0, b"".join(lines)), f"labels {options} {ticks}: {code} {said}\n"
                               f"{out.decode()}instead of\n{b''.join(lines).decode()}")

    # ---- cut ----

    def cuts(self, step):
        samples = jfr.make()["tiny"][1]
        for pools_first in (False, True):
            chunk = jfr.Chunk(samples, checkpoints=1, metadata_last=False, pools_first=pools_first)
            data = chunk.data
            pool_end = chunk.checkpoint_at + len(chunk.pool_event)
            for length in range(0 if step == 1 else 1, len(data), step):
                count = sum(end <= length for end in chunk.ends)
                there = samples[:count]
                if length < pool_end:
                    there = [dict(sample, stack=None) for sample in there]
                code, out, said = self.run([self.write("cut.jfr", data[:length])])
                wanted = jfr.folded(there) if length >= chunk.metadata_end else b""
                self.check(out == wanted and code == (0 if wanted else 1) and said,
                           f"cut to {length} of {len(data)} bytes (pools first: {pools_first}): exit {code} {said}")

    # ---- damaged ----

    def damaged(self, name, data, samples, **more):
        """Read as far as it is good, said, and refused if that is asked for."""
        wanted = jfr.folded(samples)
        path = self.write("bad.jfr", data)
        code, out, said = self.run([path])
        self.check(out == wanted and code == (0 if wanted else 1) and "bad.jfr" in said,
                   f"{name}: exit {code} {said}{out.decode()}instead of\n{wanted.decode()}")
        code, out, said = self.run(["--strict", path])
        self.check(code == 1 and not out, f"{name}, --strict: exit {code} {said}")

    def damage(self):
        samples = jfr.make()["tiny"][1]
        chunk = jfr.Chunk(samples)
        data, unknown = chunk.data, [dict(sample, stack=None) for sample in samples]

        def patched(at, new, base=data):
            return base[:at] + new + base[at + len(new):]

        def header(at, value, size=8):
            return patched(at, value.to_bytes(size, "big"))

        self.damaged("bytes behind the last chunk", data + b"more", samples)
        self.damaged("half a header behind the last chunk", data + data[:60], samples)
        self.damaged("a chunk of version 3", data + header(4, 3, 2), samples)
        self.damaged("version 0.9 alone", patched(4, b"\0\0\0\x09"), [])
        self.damaged("state 255", header(64, 255, 1), samples)
        self.damaged("a size below the header's", header(8, 67), samples)
        self.damaged("a size beyond the end", header(8, len(data) + 1), samples)
        self.damaged("metadata outside", header(24, 2**63), samples)
        self.damaged("metadata in the header", header(24, 8), samples)
        self.damaged("metadata where events are", header(24, jfr.HEADER), samples)
        self.damaged("a checkpoint outside", header(16, len(data)), samples)
        self.damaged("a checkpoint that is an event", header(16, jfr.HEADER), samples)
        at = chunk.metadata_at
        self.damaged("no metadata", patched(at, jfr.event(2, b"\0" * (len(data) - at - 3))), [])
        self.damaged("an event of size 0", patched(chunk.ends[1], b"\0"), samples[:2])
        self.damaged("a size that goes beyond the chunk", patched(chunk.ends[1], b"\xff\xff\x03"), samples[:2])
        self.damaged("a chunk that is cut in its metadata", data + data[:-1], samples)
        self.damaged("an unfinished chunk in front of another", jfr.Chunk(samples, finished=False).data + data,
                     samples + samples)
        short = jfr.Chunk(samples, checkpoints=1)
        pool = short.checkpoint_at
        self.damaged("a pool of 2^31 entries",
                     short.data[:pool] + jfr.event(1, b"\1\1\0\1\1" + jfr.number(short.numbers["jdk.types.StackTrace"]) +
                                                   jfr.number(2**31)) + jfr.event(0, b""), [])
        self.damaged("a pool of an unknown type",
                     patched(pool + 2, jfr.number(1, 1), short.data)[:pool] +
                     jfr.event(1, b"\1\1\0\1\1" + jfr.number(77777) + b"\1\1\1") + short.data[short.metadata_at:], unknown)

    def types(self):
        """Types that make no sense cost their own events."""
        samples = jfr.make()["tiny"][1]
        nested = [("class", [("id", 9000), ("name", "shop.Loop")],
                   [("field", [("name", "loop"), ("class", 9000)], [])])]
        event = [("class", [("id", 9001), ("name", "shop.LoopEvent"), ("superType", "jdk.jfr.Event")],
                  [("field", [("name", "startTime"), ("class", 115)], []), ("field", [("name", "loop"), ("class", 9000)], [])])]
        chunk = jfr.Chunk(samples, more_classes=nested + event, more_events=[jfr.event(9001, b"\1\1\1")])
        self.same("a type that contains itself, elsewhere", chunk.data, samples)
        code, out, said = self.run(["--event", "shop.LoopEvent", self.write("in.jfr", chunk.data)])
        self.check((code, out) == (1, b"") and "of an invalid type" in said, f"a type that contains itself: exit {code} {said}")
        wide = [("class", [("id", 9000 + i), ("name", f"shop.Wide{i}")],
                 [("field", [("name", f"f{j}"), ("class", 9001 + i)], []) for j in range(20)]) for i in range(15)]
        wide.append(("class", [("id", 9015), ("name", "shop.WideEnd")], [("field", [("name", "x"), ("class", 112)], [])]))
        event = [("class", [("id", 9100), ("name", "shop.WideEvent"), ("superType", "jdk.jfr.Event")],
                  [("field", [("name", "startTime"), ("class", 115)], []), ("field", [("name", "f"), ("class", 9000)], [])])]
        chunk = jfr.Chunk(samples, more_classes=wide + event, more_events=[jfr.event(9100, b"\1\1\1")])
        begin = time.monotonic()
        code, out, said = self.run(["--event", "shop.WideEvent", self.write("in.jfr", chunk.data)])
        self.check(code == 1 and "of an invalid type" in said and time.monotonic() - begin < 20,
                   f"20^15 fields: exit {code} {said}")
        deep = ("other", [], [])
        for _ in range(100):
            deep = ("other", [], [deep])
        self.damaged("elements nested 100 deep", jfr.Chunk(samples, more_classes=[deep]).data, [])
        again = [("class", [("id", jfr.Chunk(samples).numbers["jdk.CPULoad"]), ("name", "shop.Again")], [])]
        self.same("an id used twice", jfr.Chunk(samples, more_classes=again).data, samples)
        other = [("class", [("id", 9200), ("name", "jdk.ExecutionSample"), ("superType", "jdk.jfr.Event")], [])]
        self.damaged("a name used twice: the last counts", jfr.Chunk(samples, more_classes=other).data, [])

    def sums(self):
        park = {"event": "jdk.ThreadPark", "time": 1, "thread": jfr.MAIN, "stack": (jfr.SHORT, False), "parkedClass": None}
        most = 2**63 - 1
        many = [dict(park, duration=most, timeout=0) for _ in range(5)]
        data = b"".join(jfr.Chunk([sample]).data for sample in many)
        wanted = f"{jfr.stack_text(park)} {most}\n".encode()
        for threads in ("1", "2", "5"):
            code, out, said = self.run(["--event", "park", "-j", threads, self.write("in.jfr", data)])
            self.check((code, out) == (0, wanted) and "2^63-1" in said, f"sums beyond 2^63-1, -j {threads}: {code} {said}")
        code, out, said = self.run(["--strict", "--event", "park", os.path.join(self.work, "in.jfr")])
        self.check((code, out) == (1, b""), f"sums beyond 2^63-1, --strict: {code} {said}")
        data = jfr.Chunk([dict(park, duration=10, timeout=3)], ticks=0).data
        path = self.write("in.jfr", data)
        code, out, said = self.run(["--event", "park", path])
        self.check((code, out) == (1, b"") and "0 ticks a second" in said, f"no clock: {code} {said}")
        self.same("no clock, counted", data, [park], ["--event", "park", "--count"])
        code, out, said = self.run(["--event", "park", "--count", "--time", "0,1", path])
        self.check((code, out) == (1, b"") and "0 ticks a second" in said, f"no clock, --time: {code} {said}")

    def memory(self):
        """A size that is a lie takes no memory; --max-memory counts a chunk that a pipe holds."""
        data = jfr.make()["tiny"][0]
        lie = data[:8] + struct.pack(">Q", 2**40) + data[16:]
        code, out, said = self.run(["--max-memory", "200M"], lie)
        self.check(code == 0 and out, f"a size of 2^40 from a pipe: exit {code} {said}")
        large = data[:8] + struct.pack(">Q", 2**28) + data[16:] + b"\2\2" * ((2**28 - len(data)) // 2)
        code, out, said = self.run(["--max-memory", "100M"], large[:2**28])
        self.check(code == 1 and not out and "memory" in said, f"--max-memory: exit {code} {said}")
        path = self.write("in.jfr", jfr.Chunk(many_threads(40000, 3000)).data)
        code, out, said = self.run(["--max-memory", "600M", "--thread-names", path])
        self.check(code == 0 and "beyond what the size" in said, f"a deep stack in many threads: exit {code} {said}")
        name = "x" * 60000
        long = [{"event": "jdk.ExecutionSample", "time": 0, "thread": jfr.MAIN, "state": jfr.RUNNABLE,
                 "stack": ([(name, f"{i:x}", 0, "Inlined") for i in range(4000)], False)}]
        code, out, said = self.run(["--max-memory", "300M", self.write("in.jfr", jfr.Chunk(long).data)])
        self.check(code == 1 and "beyond what the size" in said, f"a long name and many methods: exit {code} {said}")


def many_threads(depth, threads):
    """One deep stack that many threads have."""
    stack = ([jfr.java("A", "a", line) for line in range(depth)], False)
    return [{"event": "jdk.ExecutionSample", "time": 0, "thread": ("t", f"{i:x}"), "state": jfr.RUNNABLE, "stack": stack}
            for i in range(threads)]


def main():
    arguments = sys.argv[1:]
    step = 1 if arguments[:1] == ["--all"] else 11
    with tempfile.TemporaryDirectory() as work:
        law = Law(arguments[-1], work)
        law.options()
        law.trickle()
        law.times()
        law.labels()
        law.cuts(step)
        law.damage()
        law.types()
        law.sums()
        if "ulimit" not in os.environ.get("WITHOUT", ""):
            law.memory()
    for failure in law.failures[:20]:
        print("FAILED", failure)
    print(f"{law.checks} checks, {len(law.failures)} failed")
    sys.exit(bool(law.failures) or not law.checks)


if __name__ == "__main__":
    main()
