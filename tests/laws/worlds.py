#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.worlds short law sanitize threads TIMEOUT 600 RUN @bin@ 30
# ctest: law.worlds-long long law TIMEOUT 1800 RUN @bin@ 100
"""worlds.py BIN N [SEED] - N recordings of random histories give what a model of the processes says.

Threads get names, fork and execute programs; files and kernel code are mapped over each other; samples
are taken in between. Records are written late, in rounds (perf's FINISHED_ROUND) or without any, in both
byte orders. What a sample sees is what has happened until its time, however it is written and read: from
a file or a pipe, by any number of threads. A record that comes after its round counts from then on.
"""

import collections
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "system", "recordings"))
import records as made  # noqa: E402

PAGES, BASE = 64, 0x400000
THREADS = range(101, 109)
KSYMBOL = 17  # a type of records
LIVE = ["--live", "1000s"]


class Model:
    """Threads and processes as of now, one page of a map at a time."""

    def __init__(self):
        self.names, self.process, self.replaced = {}, {}, set()
        self.maps = collections.defaultdict(dict)
        self.folded = collections.Counter()

    def comm(self, pid, tid, name, is_exec):
        self.names[tid], self.process[tid] = name.replace("\n", "_") if name.strip() else "[unknown]", pid
        if is_exec:
            self.replaced.add(pid)

    def exit(self, pid, tid):
        pass  # samples may come after it

    def fork(self, pid, ppid, tid, ptid):
        self.names[tid], self.process[tid] = self.names.get(ptid), pid
        if pid == ppid:
            return
        self.maps[pid] = dict(self.maps[ppid])
        self.replaced.discard(pid)
        if ppid in self.replaced:
            self.replaced.add(pid)

    def mmap(self, pid, start, size, name):
        if pid in self.replaced:
            self.maps[pid].clear()
            self.replaced.discard(pid)
        self.put(pid, start, size, f"[{name}]")

    def put(self, pid, start, size, frame):
        """What is left of an older map after the new one begins where that ends."""
        pages, end = self.maps[pid], start + size
        older, rest = pages.get(end), (pages[end][0], end) if end in pages else None
        while end in pages and pages[end] == older and pages.get(end - 1) == older:
            end += 1
        for page in range(start + size, end if older == pages.get(start + size - 1) else 0):
            pages[page] = rest
        pages.update((page, (frame, start)) for page in range(start, start + size))

    def ksymbol(self, start, size, name, is_gone):
        """A program of BPF comes or goes; it is the map that begins at its address that goes."""
        pages = self.maps[-1]
        if not is_gone:
            self.put(-1, start, size, name)
        elif pages.get(start, ("", -1))[1] == start:
            for page in [page for page in pages if pages[page] == pages[start] and page != start] + [start]:
                del pages[page]

    def sample(self, tid, pages):
        pid = self.process.get(tid, tid)
        frames = [self.names.get(tid) or f":{tid}"]
        for owner, page in reversed(pages):
            frames.append(self.maps[owner or pid].get(page, ("[unknown]", 0))[0])
        self.folded[";".join(frames)] += 1


class History:
    """Records in the order in which they are written, each with what it does to a model."""

    def __init__(self, rng):
        self.rng, self.written, self.rounds, self.is_late = rng, [], rng.randrange(4), rng.random() < 0.3

    def event(self, names):
        rng, kind = self.rng, self.rng.randrange(12)
        pid, tid = rng.choice(THREADS), rng.choice(THREADS)
        if kind < 2:
            return "comm", pid, tid, rng.choice(["", "\n", *(f"{name}{next(names)}" for name in ("a", "b", "c\nd", "e"))]), rng.random() < 0.25
        if kind < 4:
            return "fork", pid, rng.choice(THREADS), tid, rng.choice(THREADS)
        if kind == 4 and rng.random() < 0.5:
            start = rng.randrange(PAGES - 4)
            return "ksymbol", start, rng.randint(1, 4), f"bpf_prog_{next(names)}", rng.random() < 0.5
        if kind < 8:
            start, name = rng.randrange(PAGES), f"m{next(names)}"
            size = rng.randint(1, min(rng.choice([2, 8, PAGES]), PAGES - start))
            return ("mmap", -1, start, size, f"[{name}]") if rng.random() < 0.1 else ("mmap", pid, start, size, name)
        kernel = [(-1, rng.randrange(PAGES))] * rng.randrange(2)
        return "sample", tid, kernel + [(None, rng.randrange(PAGES)) for _ in range(rng.randint(1, 4))]

    def make(self, count):
        """Times may go back by less than a round, or, with late records, by more."""
        names, clock = iter(range(10**6)), 100
        for _ in range(count):
            clock += self.rng.randint(1, 5)
            back = self.rng.randrange(30 if self.is_late else 10) if self.rounds else 0
            self.written.append((clock - back, self.event(names)))
            if self.rounds and self.rng.randrange(8 * self.rounds) == 0:
                self.written.append((0, None))
                clock += 10

    def play(self):
        """The model at the end: pending records act in the order of their times, late ones at once."""
        model, pending, previous, latest, delivered = Model(), [], -1, -1, -1
        for order, (time, event) in enumerate(self.written + [(0, None), (0, None)]):
            if event:
                latest = max(latest, time)
                if time <= delivered:
                    getattr(model, event[0])(*event[1:])
                else:
                    pending.append((time, order, event))
                continue
            due = sorted(entry for entry in pending if entry[0] <= previous)
            pending = [entry for entry in pending if entry[0] > previous]
            for _, _, event in due:
                getattr(model, event[0])(*event[1:])
            delivered, previous = max(delivered, previous), latest
        return sorted(f"{stack} {count}" for stack, count in model.folded.items())

    def record(self, order):
        """The recording; the ids of a sample's process are not looked at."""
        records = made.Records(order)
        records.data = bytearray()
        for time, event in self.written:
            if not event:
                records.data += records.record(made.FINISHED_ROUND, b"")
                continue
            records.time = time - 1
            kind, rest = event[0], event[1:]
            if self.rng.random() < 0.05:  # no record of these bytes says anything
                kind_of = self.rng.choice([made.MMAP, made.COMM, made.FORK, made.EXIT])
                records.data += records.record(kind_of, b"e\0\0e" * self.rng.choice([0, 2]))
            if kind == "exit":
                records.task(made.EXIT, rest[0], rest[0], rest[1], rest[1])
            elif kind == "ksymbol":
                start, size, name, is_gone = rest
                body = records.pack("QIHH", made.KERNEL_CODE + 0x1000 * start, 0x1000 * size, 1, is_gone) + made.text(name)
                records.add(KSYMBOL, (0, 0), body, made.KERNEL)
            elif kind == "comm":
                records.comm(rest[0], rest[2], rest[1], made.EXEC * rest[3])
            elif kind == "fork":
                pid, ppid, tid, ptid = rest
                records.task(made.FORK, pid, ppid, tid, ptid)
            elif kind == "mmap":
                pid, start, size, name = rest
                base, mode = (made.KERNEL_CODE, made.KERNEL) if pid == -1 else (BASE, made.USER)
                records.mmap(pid, base + 0x1000 * start, name if pid == -1 else "/opt/" + name, mode, 0x1000 * size)
            else:
                chain = []
                for owner, page in rest[1]:
                    part, base = (made.KERNEL_PART, made.KERNEL_CODE) if owner else (made.USER_PART, BASE)
                    chain += [part, base + 0x1000 * page + 0x10]
                records.sample(rest[0], chain[1], chain, rest[0], made.KERNEL if rest[1][0][0] else made.USER)
        return records


class Processes(History):
    """Processes and threads that begin and end, a second after the other."""

    def __init__(self, rng, most):
        super().__init__(rng)
        self.threads, self.most = {1: 1}, most  # their processes
        self.written = [(10**9, ("comm", 1, 1, "init", False)), (10**9, ("mmap", 1, 0, 8, "init"))]

    def make(self, count):
        rng, ids = self.rng, iter(range(2, 10**6))
        for clock in range(2, count):
            tid = rng.choice(list(self.threads))
            pid, turn = self.threads[tid], rng.randrange(8)
            if turn < 2 and len(self.threads) < self.most:
                new = next(ids) if clock < 200 or rng.random() < 0.7 else rng.randrange(2, 100)
                if new in self.threads or new in self.threads.values():
                    continue
                self.threads[new] = pid if rng.random() < 0.3 else new
                event = "fork", self.threads[new], pid, new, tid
            elif turn < 4 and tid != 1:
                del self.threads[tid]
                event = "exit", pid, tid
            elif turn == 4:
                event = "comm", pid, tid, f"c{clock % 50}", False
            elif turn == 5:
                event = "mmap", pid, rng.randrange(PAGES - 8), rng.randint(1, 8), f"m{clock % 50}"
            else:
                event = "sample", tid, [(None, rng.randrange(PAGES))]
            self.written += [(clock * 10**9, event)] + [(0, None)] * (clock % 50 == 0)


def collapse(bins, options, path, is_pipe):
    """Exit code, sorted output without the lines of --live, messages, and the most memory in kB."""
    with open(path, "rb") as file, tempfile.TemporaryFile() as said:
        child = subprocess.Popen([os.path.join(bins, "collapse-perf"), "--no-header"] + options + [path] * (not is_pipe),
                                 stdin=file, stdout=subprocess.PIPE, stderr=said)
        output = child.stdout.read().decode()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = status
        said.seek(0)
        return status, sorted(line for line in output.splitlines() if line[0] != "#"), said.read().decode(), usage.ru_maxrss


def storm(count):
    """Children of a process of many maps, each with a few of its own."""
    records, rng = made.Records(), random.Random(count)
    records.data = bytearray()
    records.comm(1, "init")
    for page in range(2000):
        records.mmap(1, BASE + 0x10000 * page, "/opt/init")
    for pid in range(2, count):
        records.time = pid * 10**9
        records.task(made.FORK, pid, 1)
        for _ in range(16):
            records.mmap(pid, BASE + 0x1000 * rng.randrange(16, 32000), "/opt/child")
        records.sample(pid, BASE, (made.USER_PART, BASE))
        records.task(made.EXIT, pid, pid)
        if pid % 50 == 0:
            records.data += records.record(made.FINISHED_ROUND, b"")
    return records.pipe()


def main(bins, count, seed):
    checks, failures = 0, []
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, "recording")

        def check(data, name, options, is_pipe, wanted):
            nonlocal checks
            with open(path, "wb") as file:
                file.write(data)
            status, got, said, memory = collapse(bins, options, path, is_pipe)
            checks += 1
            if status or got != wanted:
                failures.append(f"{name}, {options}, {'pipe' if is_pipe else 'file'}: exit {status}\n"
                                + "".join(f"  -{line}\n" for line in wanted if line not in got)[:400]
                                + "".join(f"  +{line}\n" for line in got if line not in wanted)[:400] + said[:300])
            return memory

        for number in range(seed, seed + count):
            history = History(random.Random(number))
            history.make(50 if number % 3 else 600)
            wanted = history.play()
            for order, form, threads in (("<", "file", "1"), (">", "file", "3"), ("<", "pipe", "3"), (">", "pipe", "1")):
                data = getattr(history.record(order), form)()
                check(data, f"history {number} {order}", ["-j", threads], form == "pipe", wanted)
        for size in (3000, 30000):
            history = Processes(random.Random(seed), 40)
            history.make(size)
            data, wanted = history.record("<").pipe(), history.play()
            for options in ([], LIVE):
                check(data, f"processes that end, {size}", options, True, wanted)
        memory = [check(storm(size), f"{size} processes", LIVE, True, ["init;[init] %d" % (size - 2)]) for size in (2000, 10000)]
        checks += 1
        if memory[0] < 100000 and memory[1] > 2.5 * memory[0]:  # more: sanitizers
            failures.append(f"--live took {memory[0]} kB for 2,000 processes and {memory[1]} kB for 10,000")
    for failure in failures[:5]:
        print("FAILED", failure)
    print(checks, "checks,", len(failures), "failed")
    return 1 if failures or not checks else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__.split("\n", maxsplit=1)[0])
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1))
