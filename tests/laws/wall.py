#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.wall short law sanitize threads TIMEOUT 300 RUN @bin@
# ctest: law.wall-long long law TIMEOUT 1800 RUN --long @bin@
"""wall.py [--long] BIN - no time of a thread is missing from a recording with records of switches.

Histories of threads are made at random: they fork, run, are preempted, wait, are woken, end; records come by
processor, in rounds, so that those of one thread are not in the order of time.

- Running, runnable and blocked time of each thread is what the history says, to the nanosecond, for a file and a pipe,
  either byte order, any number of threads of the program.
- The last snapshot of --live is the same.
- With --wakers each thread has the same times, and --repair-cut changes nothing where no stack is cut; the path of
  --critical-path is as long as its thread lived.
- With --labels time each bin has of each thread and state what lies in it, to the nanosecond, with --wakers, too; a time
  of many bins adds up to itself.
- Of records of which some are lost, or whose times and threads are any numbers at all, the sum for each thread is
  still the time from its first record to its last.
- Memory does not grow with switches.
"""

import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "system", "recordings"))
import perfdata  # noqa: E402
import wall  # noqa: E402

EVENTS = ["cpu-clock", "context-switches", "sched:sched_waking"]
CPUS = 3
ROW = re.compile(r"(?:@time=([\d.]+);)?@state=(\w+)\S*;@tid=(\d+);(.*) (\d+)$")


class History:
    """Threads on processors: records by processor, and the time of each thread by state."""

    def __init__(self, chance, steps, start=10**9):
        self.chance, self.time, self.start = chance, start, start
        self.lines, self.sums, self.spans = [], {}, []
        self.threads, self.next_tid = {}, 100
        self.ended = []
        main = self.new(start)
        self.say(main, f"{start} in {main}")
        self.threads[main]["state"] = "running"
        for _ in range(steps):
            self.step()
        self.finish()

    def new(self, born):
        tid = self.next_tid
        self.next_tid += 1
        self.threads[tid] = {"state": "runnable", "since": born, "cpu": self.chance.randrange(CPUS), "ran": False}
        return tid

    def say(self, tid, line):
        self.lines.append((self.threads[tid]["cpu"], line))

    def spend(self, tid, state):
        thread = self.threads[tid]
        times = self.sums.setdefault(tid, {})
        times[thread["state"]] = times.get(thread["state"], 0) + self.time - thread["since"]
        self.spans.append((tid, thread["state"], thread["since"], self.time))
        thread["state"], thread["since"] = state, self.time

    def stack(self, tid):
        return f"main;f{tid % 5};g{self.chance.randrange(6)}"

    def wake(self, tid):
        """False: there is none that could wake it."""
        wakers = [other for other in self.threads if other != tid and self.threads[other]["state"] == "running"]
        if wakers:
            waker = self.chance.choice(wakers)
            self.say(waker, f"{self.time} wake {tid} {waker} main;wakes")
        return bool(wakers)

    def step(self):
        chance = self.chance
        self.time += chance.choice([1, 7, 1000, 50000, 3000000])
        tid = chance.choice(list(self.threads))
        thread = self.threads[tid]
        if thread["state"] == "running":
            kind = chance.choice(["sample"] * 5 + ["wait"] * 3 + ["preempt", "fork", "exit"])
            if kind == "sample":
                self.say(tid, f"{self.time} sample {tid} {self.stack(tid)}")
            elif kind == "fork" and len(self.threads) < 20:
                child = self.new(self.time)
                self.say(tid, f"{self.time} fork {child} {tid}")
            elif kind == "exit" and len(self.threads) > 1:
                self.spend(tid, "ended")
                self.say(tid, f"{self.time} exit {tid}")
                del self.threads[tid]
            elif kind in ("wait", "preempt"):
                if chance.random() < 0.8:
                    self.say(tid, f"{self.time} switch {tid} {self.stack(tid)};k:do_futex;k:schedule")
                is_woken = kind == "wait" and chance.random() < 0.2 and self.wake(tid)
                self.time += 3
                self.say(tid, f"{self.time} {'out' if kind == 'wait' else 'preempt'} {tid}")
                self.spend(tid, "blocked" if kind == "wait" and not is_woken else "runnable")
        elif thread["state"] == "blocked" and chance.random() < 0.5:
            if self.wake(tid):
                self.spend(tid, "runnable")
        else:
            self.spend(tid, "running")
            thread["cpu"], thread["ran"] = chance.randrange(CPUS), True
            self.say(tid, f"{self.time} in {tid}")

    def finish(self):
        """The last record has the last time; a thread that never ran is not known to be recorded."""
        self.time += 5
        tid = next((tid for tid in self.threads if self.threads[tid]["state"] == "running"), None)
        if tid is None:
            tid = next(iter(self.threads))
            self.spend(tid, "running")
            self.threads[tid]["ran"] = True
            self.say(tid, f"{self.time} in {tid}")
        self.say(tid, f"{self.time} sample {tid} main;last")
        for tid, thread in self.threads.items():
            if thread["ran"] or tid == 100:
                self.spend(tid, "over")
            else:
                self.sums.pop(tid, None)

    def bins(self, size):
        """What each thread spends in each state in each bin."""
        sums = {}
        for tid, state, begin, end in self.spans:
            while begin < end and tid in self.sums:
                at = (begin - self.start) // size
                until = min(end, self.start + (at + 1) * size)
                sums[(at * size, tid, state)] = sums.get((at * size, tid, state), 0) + until - begin
                begin = until
        return sums

    def records(self, round_size):
        """By processor within each round."""
        for at in range(0, len(self.lines), round_size):
            part = sorted(self.lines[at:at + round_size], key=lambda line: line[0])
            yield from (line.split() for _, line in part)
            yield ["round"]


class Law:
    def __init__(self, bins):
        self.bins, self.checks, self.failures = bins, 0, []

    def check(self, good, what):
        self.checks += 1
        if not good:
            self.failures.append(what)

    def fold(self, work, *options, stdin=False):
        path = os.path.join(work, "wall.data")
        # a shell between: the peak of a process begins with what its parent had
        command = ["sh", "-c", '"$@"; exit $?', "sh", os.path.join(self.bins, "collapse-perf"), "--no-header",
                   "--symfs", os.path.join(work, "root"), *(options if "--labels" in options else
                                                            ["--labels", "state,tid", *options])]
        command += [] if stdin else [path]
        with open(path if stdin else os.devnull, "rb") as file:
            return subprocess.run(command, stdin=file, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120,
                                  encoding="utf-8", errors="replace")

    def sums(self, done):
        sums = {}
        for line in done.stdout.splitlines():
            _, state, tid, _, ns = ROW.match(line).groups()
            times = sums.setdefault(int(tid), {})
            times[state] = times.get(state, 0) + int(ns)
        return sums

    def exact(self, seed, steps, work):
        chance = random.Random(seed)
        history = History(chance, steps)
        wanted = {tid: {state: ns for state, ns in times.items() if ns > 0 and state != "over"}
                  for tid, times in history.sums.items()}
        wanted = {tid: times for tid, times in wanted.items() if times}
        first = None
        for options in [{}, {"pipe": True}, {"order": ">"}, {"wide": True}]:
            records = list(history.records(chance.choice([5, 40, 1000])))
            wall.write(records, EVENTS, work, **options)
            for threads in ["1", "4"]:
                done = self.fold(work, "-j", threads, stdin=options.get("pipe", False))
                got = self.sums(done)
                worst = max(wanted, key=lambda tid: sum(abs(wanted[tid].get(state, 0) - got.get(tid, {}).get(state, 0))
                                                        for state in ["running", "runnable", "blocked"]))
                self.check(got == wanted, f"seed {seed} {options} -j {threads}: exit {done.returncode}, thread {worst}: "
                           f"{got.get(worst)} and not {wanted[worst]} {done.stderr}")
                first = first or done.stdout
                self.check(done.stdout == first, f"seed {seed} {options} -j {threads}: other stacks")
            if options.get("pipe"):
                self.live(seed, first, work)

    def live(self, seed, whole, work):
        """The last snapshot of a live view has all that a recording has."""
        for window in [[], ["--window", "10000s"]]:
            done = self.fold(work, "--live", "1000s", *window, stdin=True)
            last = "".join(line for line in done.stdout.splitlines(True) if not line.startswith("#"))
            self.check((last, done.returncode) == (whole, 0), f"seed {seed} --live {window}: other stacks, exit "
                       f"{done.returncode} {done.stderr}")

    def spans(self, seed, steps, work):
        """Of what exact() does, the options that look at spans."""
        chance = random.Random(seed)
        history = History(chance, steps)
        wanted = {tid: {state: ns for state, ns in times.items() if ns > 0 and state != "over"}
                  for tid, times in history.sums.items()}
        wanted = {tid: times for tid, times in wanted.items() if times}
        wall.write(list(history.records(chance.choice([5, 40, 1000]))), EVENTS, work)
        done = self.fold(work, "--wakers")
        self.check(self.sums(done) == wanted, f"seed {seed} --wakers: exit {done.returncode} {done.stderr}")
        again = self.fold(work, "--wakers", "--repair-cut")
        self.check(again.stdout == done.stdout, f"seed {seed} --wakers --repair-cut: other stacks, {again.stderr}")
        for tid in list(wanted)[:5]:
            done = self.fold(work, f"--critical-path={tid}")
            total = sum(int(line.split()[-1]) for line in done.stdout.splitlines())
            self.check(total == sum(wanted[tid].values()), f"seed {seed} --critical-path={tid}: {total} ns and not "
                       f"{sum(wanted[tid].values())}, exit {done.returncode} {done.stderr}")

    def spread(self, seed, steps, work):
        """Each moment lies in its bin."""
        chance = random.Random(seed)
        history = History(chance, steps)
        for options in [{}, {"pipe": True}, {"wide": True}]:
            wall.write(list(history.records(chance.choice([5, 40, 1000]))), EVENTS, work, **options)
            for bin_ms, threads, more in [(20, "1", []), (20, "4", []), (1, "2", []), (3, "2", ["--wakers"])]:
                done = self.fold(work, "--labels", f"state,tid,time={bin_ms}ms", "-j", threads, *more,
                                 stdin=options.get("pipe", False))
                got = {}
                for line in done.stdout.splitlines():
                    time, state, tid, _, ns = ROW.match(line).groups()
                    place = (round(float(time) * 10**9), int(tid), state)
                    got[place] = got.get(place, 0) + int(ns)
                wanted = history.bins(bin_ms * 10**6)
                wrong = [(place, got.get(place), wanted.get(place)) for place in sorted(set(got) | set(wanted))
                         if got.get(place) != wanted.get(place)]
                self.check(not wrong, f"spread, seed {seed} {options} {bin_ms} ms {more}: exit {done.returncode}, "
                           f"{len(wrong)} bins differ: {wrong[:3]} {done.stderr}")
        done = self.fold(work, "--labels", "state,tid,time=1ns")
        wanted = {tid: {state: ns for state, ns in times.items() if ns > 0 and state != "over"}
                  for tid, times in history.sums.items()}
        self.check(self.sums(done) == {tid: times for tid, times in wanted.items() if times},
                   f"spread, seed {seed}, many bins: exit {done.returncode} {done.stderr}")

    def lost(self, seed, steps, work):
        """Of the records that are left, those of a thread span its time."""
        chance = random.Random(seed)
        history = History(chance, steps)
        history.lines = [line for line in history.lines[:-1] if chance.random() < 0.7] + history.lines[-1:]
        times = {}
        for _, line in history.lines:
            words = line.split()
            if words[1] in ("fork", "wake"):
                times.setdefault("late", {})[int(words[2])] = int(words[0])
                if words[1] == "fork":
                    times.setdefault(int(words[2]), [int(words[0])] * 2)
                continue
            span = times.setdefault(int(words[2]), [int(words[0])] * 2)
            span[1] = int(words[0])
            if words[1] == "exit":
                span.append("exit")
        times.pop("late", None)
        end = max(int(line.split()[0]) for _, line in history.lines)
        ran = {int(line.split()[2]) for _, line in history.lines if line.split()[1] not in ("fork", "wake")}
        wanted = {tid: (span[1] if "exit" in span else end) - span[0] for tid, span in times.items() if tid in ran}
        wanted = {tid: ns for tid, ns in wanted.items() if ns > 0}
        wall.write(list(history.records(50)), EVENTS, work)
        done = self.fold(work)
        got = {tid: sum(states.values()) for tid, states in self.sums(done).items()}
        worst = max(wanted, key=lambda tid: abs(wanted[tid] - got.get(tid, 0)))
        self.check(got == wanted, f"lost, seed {seed}: thread {worst}: {got.get(worst)} and not {wanted[worst]}, "
                   f"exit {done.returncode} {done.stderr}")

    def hostile(self, seed, work):
        """Any times and threads: an output or a message, soon."""
        chance = random.Random(seed)
        times = [0, 1, 10**9, 2**63, 2**64 - 2, 2**64 - 1]
        lines = []
        for _ in range(400):
            time, tid = chance.choice(times + [chance.randrange(2**64)]), chance.choice([0, 1, 7, 2**32 - 1, 2**31])
            kind = chance.choice(["in", "out", "preempt", "sample", "switch", "exit", "fork", "comm", "wake"])
            more = {"sample": " main;a", "switch": " main;b", "comm": " x", "fork": f" {chance.choice([7, 2**32 - 1])}",
                    "wake": " 7 main"}
            lines.append(f"{time} {kind} {tid}{more.get(kind, '')}".split())
            if chance.random() < 0.05:
                lines.append(["round"])
        wall.write(lines, EVENTS, work)
        for options in [["--wakers"], ["--critical-path"], ["--latency"], ["--time", "1,+5"],
                        ["--labels", "tid,time=86400s"], ["--labels", "time"]]:
            done = self.fold(work, *options)
            self.check(done.returncode in (0, 1), f"hostile, seed {seed}, {options}: exit {done.returncode}")
        first = self.fold(work, "-j", "1")
        for threads in ["2", "8"]:
            done = self.fold(work, "-j", threads)
            self.check(done.returncode in (0, 1) and (done.stdout, done.returncode) == (first.stdout, first.returncode),
                       f"hostile, seed {seed}, -j {threads}: exit {done.returncode} {done.stderr}")

    def memory(self, work):
        """Ten times as many switches of the same threads."""
        peaks = []
        for turns in [20000, 200000]:
            lines, time = [], 10**9
            for turn in range(turns):
                tid = 100 + turn % 4
                lines += [[str(time), "in", str(tid)], [str(time + 1), "switch", str(tid), "main;wait"],
                          [str(time + 1), "out", str(tid)]]
                if turn % 500 == 499:
                    lines.append(["round"])
                time += 1000
            wall.write(lines, EVENTS[:2], work)
            done = self.fold(work, "--stats", "-j", "1")
            peaks.append(int(re.search(r" (\d+) MiB, ", done.stderr).group(1)))
        self.check(peaks[1] <= peaks[0] + 16, f"memory grows with switches: {peaks[0]} to {peaks[1]} MiB")


def main():
    long = sys.argv[1:2] == ["--long"]
    law = Law(sys.argv[-1])
    with tempfile.TemporaryDirectory() as work:
        for seed in range(60 if long else 8):
            law.exact(seed, 3000 if seed % 4 == 0 else 60, work)
            law.spans(seed, 600, work)
            if seed < (12 if long else 3):
                law.spread(seed, 400 if seed < 2 or long else 20, work)
            law.lost(1000 + seed, 800, work)
            law.hostile(2000 + seed, work)
        if long:
            law.memory(work)
    for failure in law.failures[:20]:
        print(failure)
    print(f"{law.checks} checks, {len(law.failures)} failures")
    sys.exit(bool(law.failures))


if __name__ == "__main__":
    main()
