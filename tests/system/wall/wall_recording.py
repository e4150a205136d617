#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: events.wall short real NEEDS events RUN @bin@ @made@/wall_programs
"""wall_recording.py BIN PROGRAMS [NAME...] - recordings of all states of threads: what their records say of each thread,
without the project's reader and with it, is what the programs of wall_programs.c, given as PROGRAMS, measured of themselves."""

import collections
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import trials  # pylint: disable=wrong-import-position

BIN, PROGRAMS, *WANTED = [os.path.abspath(word) if i < 2 else word for i, word in enumerate(sys.argv[1:])]
STACKS = os.path.join(BIN, "record-stacks")
COLLAPSE = os.path.join(BIN, "collapse-perf")
PARANOID = "/proc/sys/kernel/perf_event_paranoid"
TRACEPOINTS = "/sys/kernel/tracing/events/sched/sched_waking/id"

# perf_event_open(2), tools/perf/Documentation/perf.data-file-format.txt
LOST, COMM, EXIT, FORK, SAMPLE, LOST_SAMPLES, SWITCH, SWITCH_CPU_WIDE = 2, 3, 4, 7, 9, 13, 14, 15
ATTR, TRACING, UPDATE, FEATURE = 64, 66, 78, 80
SWITCH_OUT, PREEMPTED, EXEC = 1 << 13, 1 << 14, 1 << 13
TID, CALLCHAIN, PERIOD, RAW, STACK_USER = 1 << 1, 1 << 5, 1 << 8, 1 << 10, 1 << 13
COMMAND_LINE = 11


def check(good, *facts):
    if not good:
        raise AssertionError(" ".join(str(fact) for fact in facts))


class Recording:
    """The records of a stream, ordered by time: (time, type, misc, tid, body)."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        self.events, self.attrs, self.records = {}, [], []
        self.names, ids, at = {}, [], 16
        while at + 8 <= len(data):
            kind, misc, size = struct.unpack_from("=IHH", data, at)
            body = data[at + 8:at + size]
            if size < 8 or at + size > len(data):
                break  # cut short
            at += size
            if kind == ATTR:
                ids = struct.unpack(f"={(len(body) - 112) // 8}Q", body[112:])
                self.attrs.append(body[:112])
            elif kind == UPDATE:
                name = body[16:].rstrip(b"\0").decode()
                self.events.update((number, name) for number in ids)
                self.names[name] = self.attrs[-1]
            elif kind == TRACING:
                at += struct.unpack_from("=I", body)[0]
            elif kind < ATTR:
                self.add(kind, misc, body)
        self.records.sort(key=lambda record: record[0])

    def add(self, kind, misc, body):
        if kind == SAMPLE:
            number, _, _, tid, when = struct.unpack_from("=QQIIQ", body)
            self.records.append((when, kind, self.events[number], tid, body))
        else:
            _, tid, when = struct.unpack_from("=IIQ", body, len(body) - 32)
            self.records.append((when, kind, misc, tid, body))

    def flag(self, name, bit):
        return struct.unpack_from("=Q", self.names[name], 40)[0] >> bit & 1

    def waking(self, body):
        """The thread that is woken: the first field after the common ones and its name."""
        sample_type = struct.unpack_from("=Q", self.names["sched:sched_waking"], 24)[0]
        check(sample_type & RAW and sample_type & CALLCHAIN and not sample_type & (PERIOD | STACK_USER), hex(sample_type))
        count = struct.unpack_from("=Q", body, 40)[0]
        return struct.unpack_from("=i", body, 48 + 8 * count + 4 + 8 + 16)[0]


STATES = ("running", "runnable", "blocked")


class Thread:
    """What a thread did in its life, and in the time for which it measured itself."""

    def __init__(self, begin, state, window=(0, 0)):
        self.begin, self.since, self.state, self.window = begin, begin, state, window
        self.end, self.has_begun = None, False
        self.times, self.measured = dict.fromkeys(STATES, 0), dict.fromkeys(STATES, 0)
        self.runs = []  # from, to
        self.waits = self.with_stack = 0  # switches to blocked
        self.last_stack = 0
        self.woken = False  # in this interval on a processor, and the record of its leaving may come late
        self.unrecorded = 0  # ns of waits which no recorded waking ended
        self.name = None

    def change(self, now, state):
        if self.end is None:
            was = "runnable" if self.state == "blocked" and self.woken else self.state
            self.times[was] += now - self.since
            if was == "running":
                self.runs.append((self.since, now))
            self.measured[was] += max(0, min(now, self.window[1]) - max(self.since, self.window[0]))
            self.since, self.state = now, state

    @property
    def life(self):
        return sum(self.times.values())


def see_switch(thread, when, misc, is_look):
    if is_look:  # as it was found: from the beginning on, unless it has changed meanwhile
        if not thread.has_begun:
            thread.state = "blocked"
    elif not thread.has_begun and misc & SWITCH_OUT and thread.state == "runnable" and thread.begin == thread.since:
        thread.state = "running"  # from the beginning on
        see_leaving(thread, when, misc)
    elif not misc & SWITCH_OUT:
        if thread.state == "blocked" and not thread.woken:
            thread.unrecorded += when - thread.since
        thread.change(when, "running")
        thread.woken = False
    else:
        see_leaving(thread, when, misc)
    thread.has_begun = True


def see_leaving(thread, when, misc):
    if misc & PREEMPTED:
        thread.change(when, "runnable")
    elif thread.state != "blocked":
        thread.waits += 1
        thread.with_stack += thread.last_stack > thread.since
        thread.change(when, "blocked")


def threads_of(recording, own=None):
    """What each thread did, by its number; `own`: what threads measured of themselves."""
    threads = {}
    windows = {tid: (measured.begin, measured.end) for tid, measured in (own or {}).items()}
    start = next(when for when, *_ in recording.records if when > 0)
    last = recording.records[-1][0]
    for when, kind, misc, tid, body in recording.records:
        if kind == COMM:
            pid, tid = struct.unpack_from("=II", body)
            if when == 0:
                threads.setdefault(tid, Thread(start, "runnable", windows.get(tid, (0, 0))))
            elif tid not in threads:
                threads[tid] = Thread(when, "running", windows.get(tid, (0, 0)))
            threads[tid].name = body[8:-32].split(b"\0")[0].decode()
        elif kind == FORK and when > 0:
            _, _, tid = struct.unpack_from("=III", body)
            threads[tid] = Thread(when, "runnable", windows.get(tid, (0, 0)))
            threads[tid].has_begun = True
        elif kind == EXIT:
            _, _, tid = struct.unpack_from("=III", body)
            if tid in threads and threads[tid].end is None:
                threads[tid].change(when, "running")
                threads[tid].end = when
        elif kind in (SWITCH, SWITCH_CPU_WIDE) and tid in threads:
            cpu = struct.unpack_from("=I", body, len(body) - 16)[0]
            see_switch(threads[tid], when, misc, cpu == 0xffffffff)
        elif kind == SAMPLE and misc == "context-switches" and tid in threads:
            threads[tid].last_stack = when
        elif kind == SAMPLE and misc == "sched:sched_waking":
            woken = threads.get(recording.waking(body))
            if woken and woken.state == "blocked":
                woken.woken = False
                woken.change(when, "runnable")
            elif woken and woken.state == "running":
                woken.woken = True
    for thread in threads.values():
        thread.change(last, "running")
    return threads


def record(words, output="out.data", before=(), **more):
    done = subprocess.run([*before, STACKS, "-o", output, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=120, text=True, check=False, **more)
    return done.stdout, done.stderr, done.returncode


Measured = collections.namedtuple("Measured", "name run wait begin end")


def measured(text):
    """What threads print of themselves, by their number."""
    found = re.findall(r"^thread (\S+) (\d+) run=(\d+) wait=(\d+) begin=(\d+) end=(\d+)", text, re.MULTILINE)
    return {int(tid): Measured(name, *map(int, numbers)) for name, tid, *numbers in found}


MOST = 0.02  # of the life of a thread: by so much a time may be off


def stolen():
    """Nanoseconds for which the processors of this virtual machine stood still, which the kernel counts as nobody's."""
    with open("/proc/stat", encoding="ascii") as file:
        return int(file.readline().split()[8]) * 10**9 // os.sysconf("SC_CLK_TCK")


def compare(threads, own, has_wakings=True, still=0):
    """
    By how much of its life a thread's times differ, at worst, from what it measured between its first line and its last.

    Linux records no waking where it interrupts certain threads, for perf neither: such a wait may have been over at any time. Its
    own counts are not quite right on a busy machine, either. A thread that sleeps waits for a processor by them from the moment
    in which its queue is balanced with another before it has left it, and one that is told to leave and goes on for milliseconds
    waits already. What it measures of a function by the clock of the system has neither.
    """
    offs = collections.Counter()
    check(own, "nothing was measured")
    for tid, (name, run, wait, begin, end) in own.items():
        check(tid in threads, name, tid, sorted(threads))
        thread, life = threads[tid], end - begin
        facts = (name, thread.measured, "measured", run, wait, life, "no waking:", thread.unrecorded)
        check(sum(thread.measured.values()) == life, "not all its life is there:", *facts)
        check(thread.end is None or thread.life == thread.end - thread.begin, *facts)
        off = {"running": max(0, abs(thread.measured["running"] - run) - still)}
        if has_wakings:
            off["runnable"] = max(0, abs(thread.measured["runnable"] - wait) - thread.unrecorded)
        for which, ns in off.items():
            offs[which] = max(offs[which], ns / life)
        if os.environ.get("VERBOSE"):
            print(*facts)
    return offs


def folded_rows(*options, path="out.data"):
    """(labels, frames, count) of each line of collapse-perf."""
    done = subprocess.run([COLLAPSE, "--no-header", *options, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True,
                          text=True)
    for line in done.stdout.splitlines():
        stack, count = line.rsplit(" ", 1)
        words = stack.split(";")
        labels = dict(word[1:].split("=", 1) for word in words if word.startswith("@"))
        yield labels, words[len(labels):], int(count)


def compare_parts(own, text):
    """The same of times in functions, in collapse-perf. Of a function that waits, what it waits is measured: a run that no sample
    met has the stack at its end, which it came to when it waited."""
    tids, offs = {measured.name: tid for tid, measured in own.items()}, collections.Counter()
    rows = list(folded_rows("--labels", "state,tid"))
    for name, function, states, ns in re.findall(r"^part (\S+) (\S+) (\S+) (\d+)", text, re.MULTILINE):
        life = own[tids[name]].end - own[tids[name]].begin
        folded = collections.Counter()
        for labels, frames, count in rows:
            if int(labels["tid"]) == tids[name] and function in frames and (labels["state"] != "running" or "running" in states):
                folded[labels["state"]] += count
        offs[function] = max(offs[function], abs(sum(folded.values()) - int(ns)) / life)
        if os.environ.get("VERBOSE"):
            print(name, function, states, dict(folded), "measured", ns, life)
    return offs


def compare_folded(threads, path="out.data"):
    """The sum of all lives is the same in collapse-perf, and the time of running; it takes no waking by a thread whose
    number is not known any more, as one that has ended."""
    folded = dict.fromkeys(STATES, 0)
    for labels, _, count in folded_rows("--labels", "state", path=path):
        folded[labels["state"].split(":")[0]] += count
    own = {state: sum(thread.times[state] for tid, thread in threads.items() if tid > 0) for state in folded}
    check(sum(own.values()) == sum(folded.values()), own, folded)
    check(own["running"] == folded["running"], own, folded)
    check(own["runnable"] >= folded["runnable"] >= own["runnable"] - 0.02 * sum(own.values()), own, folded)


def has_tracepoints():
    return os.geteuid() == 0 and os.path.exists(TRACEPOINTS)


CASES = [["sleep", "300"], ["mutex", "200"], ["pipeline", "50"], ["pipe", "40"], ["starved", "200"], ["epoll", "40"],
         ["condition", "40"], ["exec", "200"], ["threads", "150"], ["dies", "200"], ["latency", "200"], ["chain", "100"],
         ["disk", "100", "disk.tmp"], ["jam", "300", "disk.tmp"]]


def try_case(how, case):
    """By how much times are off in one recording, or what was lost. None: there is no O_DIRECT. A text: nothing can be recorded."""
    before = stolen()
    text, said, code = record(["--wall", "--call-graph", how, "--", PROGRAMS, *case])
    if "paranoid" in said:
        return said
    if "disk.tmp" in case and code == 4:
        return None
    check(code == 0, case, code, said)
    if " lost" in said:
        return collections.Counter({said: 1})
    own = measured(text)
    threads = threads_of(Recording("out.data"), own)
    offs = compare(threads, own, has_tracepoints(), stolen() - before)
    if how == "auto":  # by frame pointers the caller of a function without one is missing
        offs.update(compare_parts(own, text))
    compare_folded(threads)
    waits = sum(thread.waits for thread in threads.values())
    stacks = sum(thread.with_stack for thread in threads.values())
    check(waits > 0 and stacks >= 0.99 * waits, case, stacks, "stacks of", waits, "waits")
    return offs


def least(attempt):
    """What attempt() returns: by how much times are off. A busy machine may disturb one recording, and a mistake all of them."""
    for _ in range(6):
        offs = attempt()
        if not isinstance(offs, dict) or max(offs.values()) <= MOST:
            break
        print("again:", dict(offs))
    return offs


def states_are_what_the_programs_measure():
    worst = collections.Counter()
    for how in ("fp", "auto"):
        for case in CASES:
            offs = least(lambda how=how, case=case: try_case(how, case))
            if isinstance(offs, str):
                return offs
            if offs is None:
                continue
            print(f"{case[0]}, {how}:", ", ".join(f"{which} {off:.2%}" for which, off in offs.items()), flush=True)
            check(max(offs.values()) <= MOST, case, how, dict(offs))
            worst[case[0]] = max(*offs.values(), worst[case[0]])
    print("worst:", ", ".join(f"{name} {off:.2%}" for name, off in worst.items()))
    return None if has_tracepoints() else "times of waking: no tracepoints here"


def latency_is_divided_among_the_threads_that_run():
    """By the switches: what each has of the time in which at least one runs."""
    _, said, _ = record(["--wall", "--", PROGRAMS, "latency", "200"])
    if "paranoid" in said:
        return said
    changes = []
    for tid, thread in threads_of(Recording("out.data")).items():
        changes += [(when, tid, is_in) for begin, end in thread.runs for when, is_in in ((begin, True), (end, False))]
    computed, running, last = collections.Counter(), set(), 0
    for when, tid, is_in in sorted(changes):
        for other in running:
            computed[other] += (when - last) / len(running)
        (running.add if is_in else running.discard)(tid)
        last = when
    folded = collections.Counter()
    for labels, _, count in folded_rows("--latency", "--labels", "tid"):
        folded[int(labels["tid"])] += count
    total = sum(computed.values())
    off = max(abs(computed[tid] - folded[tid]) / total for tid in [*computed, *folded])
    check(len(folded) == 3 and off <= 0.01, off, computed, folded)
    print(f"latency: at most {off:.3%} of the whole apart,", ", ".join(f"{folded[tid] / total:.1%}" for tid in folded))
    return None


def try_path():
    text, _, _ = record(["--wall", "--", PROGRAMS, "chain", "100"])
    own = measured(text)
    threads = threads_of(Recording("out.data"), own)
    tid, last = next((tid, measured) for tid, measured in own.items() if measured.name == "last")
    ran, total = collections.Counter(), 0
    for labels, frames, count in folded_rows(f"--critical-path={tid}", "--labels", "state"):
        total += count
        for frame in frames:
            if labels["state"] == "running" and frame.startswith("stage_"):
                ran[frame] += count
    check(abs(total - threads[tid].life) <= 1e6 and total >= last.end - last.begin, total, threads[tid].life)
    check(len(ran) == 3, ran)
    print(f"critical path: {total} ns of {threads[tid].life}")
    return {measured.name: abs(ran[f"stage_{measured.name}"] - measured.run) / measured.run for measured in own.values()}


def the_critical_path_is_as_long_as_the_thread_and_has_what_each_stage_ran():
    if not has_tracepoints():
        return "no tracepoints here"
    offs = least(try_path)
    check(max(offs.values()) <= MOST, offs)
    print("critical path:", ", ".join(f"{name} {off:.2%} off" for name, off in offs.items()))
    return None


def all_states_of_a_hundred_threads_are_their_lives():
    """Each is there from its beginning to its end, and nothing of it is missing. The end of the process may end some."""
    _, said, code = record(["--wall", "--", PROGRAMS, "threads", "100"])
    if "paranoid" in said:
        return said
    threads = [thread for thread in threads_of(Recording("out.data")).values() if thread.name == "short"]
    check(code == 0 and 90 <= len(threads) <= 100, len(threads), said)
    for thread in threads:
        check(thread.life == thread.end - thread.begin, thread.times)
    slept = sum(thread.times["blocked"] >= 1e6 and thread.times["running"] >= 0.15e6 for thread in threads)
    check(slept >= 90, slept)
    return None


def sizes_of_copies_are_one_for_samples_and_one_for_waits():
    for how, sizes in ("auto", (8192, 2048)), ("auto,512", (512, 512)), ("dwarf", (8192, 2048)), ("fp", (0, 0)):
        _, said, _ = record(["--wall", "--call-graph", how, "--", "true"])
        if "paranoid" in said:
            return said
        if "copies of stacks are for" in said:
            return said
        recording = Recording("out.data")
        sampled = next(name for name in recording.names if name.startswith("c") and name != "context-switches")
        found = tuple(struct.unpack_from("=I", recording.names[name], 88)[0] for name in (sampled, "context-switches"))
        check(found == sizes, how, found)
        check(recording.flag("context-switches", 26) == 0 and recording.flag(sampled, 26) == 1, how)
    return None


def as_other(level, words):
    """As another user, at a level of kernel.perf_event_paranoid. None where that cannot be had."""
    with open(PARANOID, encoding="ascii") as file:
        old = file.read()
    try:
        with open(PARANOID, "w", encoding="ascii") as file:
            file.write(str(level))
        return record(words, before=["setpriv", "--reuid=65534", "--clear-groups"])
    finally:
        with open(PARANOID, "w", encoding="ascii") as file:
            file.write(old)


def try_level(level, has_stacks, program):
    before = stolen()
    text, said, code = as_other(level, ["--wall", "-v", "--", program, "chain", "100"])
    check(code == 0, level, said)
    check(("times are exact" in said and "kernel.perf_event_paranoid=1" in said) == (not has_stacks), level, said)
    check("who wakes a thread is not recorded" in said, level, said)
    recording, own = Recording("out.data"), measured(text)
    check(("context-switches" in recording.names) == has_stacks, level, recording.names)
    threads = threads_of(recording, own)
    stacks = sum(thread.with_stack for thread in threads.values())
    check((stacks > 0) == has_stacks, level, stacks)
    return compare(threads, own, False, stolen() - before)


def users_have_stacks_at_level_1_and_exact_times_at_level_2():
    if os.geteuid() != 0 or not shutil.which("setpriv"):
        return "only root sets kernel.perf_event_paranoid"
    with tempfile.TemporaryDirectory() as folder:
        global STACKS
        os.chmod(folder, 0o755)
        os.chmod(".", 0o777)
        ours, program = STACKS, shutil.copy(PROGRAMS, folder)
        STACKS = shutil.copy(STACKS, folder)
        try:
            for level, has_stacks in ((1, True), (2, False)):
                offs = least(lambda level=level, has_stacks=has_stacks: try_level(level, has_stacks, program))
                check(max(offs.values()) <= MOST, level, offs)
        finally:
            STACKS = ours
    return None


class Waiting:
    """wall_programs idle N, all of whose threads wait."""

    def __init__(self, count):
        self.child = subprocess.Popen([PROGRAMS, "idle", str(count)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.child.stdout.readline()
        time.sleep(0.2)

    def __enter__(self):
        return self.child

    def __exit__(self, *_):
        self.child.stdin.close()
        self.child.wait(60)
        self.child.stdout.close()


def threads_that_wait_from_beginning_to_end_are_there():
    for words in (["-p"], ["-a"]):
        with Waiting(5) as child:
            begin = time.time()
            _, said, code = record(["--wall", "--duration", "1", *words, *([str(child.pid)] if words == ["-p"] else [])])
            if "paranoid" in said:
                return said
            took = (time.time() - begin) * 1e9
            check(code == 0, said)
            threads = threads_of(Recording("out.data"))
            if words == ["-p"]:  # of all that runs, some is at its end when the recording begins
                compare_folded(threads)
            tids = {int(name) for name in os.listdir(f"/proc/{child.pid}/task")}
            check(len(tids) == 6 and tids <= set(threads), words, tids, sorted(threads))
            for tid in tids:
                blocked = threads[tid].times["blocked"]
                check(threads[tid].life == blocked and 0.95e9 <= blocked <= took, words, threads[tid].times, took)
    return None


def a_recording_of_waits_is_ended_by_a_signal_or_killed():
    """SIGINT: up to that moment. SIGKILL: up to half a second before."""
    for number, most_missing in ((signal.SIGINT, 0.02), (signal.SIGKILL, 0.6)):
        with Waiting(3) as child:
            recorder = subprocess.Popen([STACKS, "--wall", "-q", "-o", "ended.data", "-p", str(child.pid)])
            end = time.time() + 60
            while time.time() < end and not (os.path.exists("ended.data") and os.stat("ended.data").st_size > 500):
                time.sleep(0.01)
            time.sleep(1.3)
            now = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
            recorder.send_signal(number)
            recorder.wait(60)
            recording = Recording("ended.data")
            threads = threads_of(recording)
            check(all(threads[int(name)].times["blocked"] >= (1.25 - most_missing) * 1e9
                      for name in os.listdir(f"/proc/{child.pid}/task")), [thread.times for thread in threads.values()])
            missing = (now - recording.records[-1][0]) / 1e9
            check(missing <= most_missing, number, missing)


def a_thread_is_woken_by_others_and_by_timers():
    """By a thread that is not recorded, too: as many wakings as waits, about."""
    if not has_tracepoints():
        return "no tracepoints here"
    for case in (["sleep", "50"], ["chain", "20"], ["epoll", "50"]):
        record(["--wall", "--", PROGRAMS, *case])
        recording = Recording("out.data")
        threads = threads_of(recording)
        woken = sum(kind == SAMPLE and misc == "sched:sched_waking" and recording.waking(body) in threads
                    for _, kind, misc, _, body in recording.records)
        waits = sum(thread.waits for thread in threads.values())
        check(woken >= 0.5 * waits, case, woken, waits)
    return None


def what_is_lost_is_counted_in_nanoseconds():
    command = f"{STACKS} --wall --buffer 32K -- {PROGRAMS} turns 20000 | (sleep 3; cat >out.data)"
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, timeout=120, check=False, text=True)
    lost = re.search(r"(\d+) records were lost.*\n.*what threads did in (\d+) ns, all CPUs together", done.stderr)
    check(lost and int(lost[1]) > 0 and int(lost[2]) > 1e6, done.stderr)
    records = Recording("out.data").records
    in_records = sum(struct.unpack_from("=Q", body, 8 if kind == LOST else 0)[0]
                     for _, kind, _, _, body in records if kind in (LOST, LOST_SAMPLES))
    check(in_records == int(lost[1]), in_records, lost[1])


def compressed_and_plain_streams_begin_alike():
    _, said, _ = record(["--wall", "-z", "--", PROGRAMS, "sleep", "100"])
    if "--compress: " in said:
        return "no zstd here"
    recording = Recording("out.data")
    check({"context-switches"} <= set(recording.names) or "paranoid" in said, recording.names)
    check([kind for _, kind, *_ in recording.records].count(LOST_SAMPLES) >= 2, "no times")
    return None


def a_wait_is_seen_while_it_goes_on():
    """The recorded command waits until a snapshot has shown that it does."""
    recorder = subprocess.Popen([STACKS, "-q", "--wall", "-o", "-", "--", "cat"], stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE)
    live = subprocess.Popen([COLLAPSE, "-q", "--live", "50ms", "--labels", "state"], stdin=recorder.stdout,
                            stdout=subprocess.PIPE, text=True)
    recorder.stdout.close()
    limit = threading.Timer(100, recorder.terminate)
    limit.start()
    first = next((line for line in live.stdout if line.startswith("@state=blocked")), "")
    limit.cancel()
    check(first, "no snapshot had the wait")
    recorder.stdin.close()
    rest = live.stdout.read().split("# flambeau: snapshot=")[-1]
    check((recorder.wait(), live.wait()) == (0, 0), recorder.returncode, live.returncode)
    stack, waited = first.rsplit(" ", 1)
    sums = [int(line.rsplit(" ", 1)[1]) for line in rest.splitlines() if line.startswith(stack + " ")]
    check(sums and sums[0] >= int(waited) > 0, first, rest)
    check("# flambeau: unit=ns" in rest, rest)


def perf_reads_it():
    if not shutil.which("perf"):
        return "no perf here"
    record(["--wall", "--call-graph", "fp", "--", PROGRAMS, "mutex", "50"])
    done = subprocess.run(["perf", "script", "-i", "out.data", "--show-switch-events", "-F", "comm,tid,time,event,ip,sym"],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, text=True)
    check(done.returncode == 0, done.stderr)
    check("PERF_RECORD_SWITCH OUT" in done.stdout and "PERF_RECORD_SWITCH IN" in done.stdout, done.stdout)
    check(not has_tracepoints() or "sched:sched_waking" in done.stdout, done.stdout)
    report = subprocess.run(["perf", "report", "--stdio", "-i", "out.data"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            check=False, text=True)
    check(report.returncode == 0 and "Lost Samples: 0" in report.stdout, report.stdout, report.stderr)
    return None


TESTS = [value for value in list(globals().values())
         if callable(value) and getattr(value, "__module__", "") == "__main__" and value.__name__.count("_") >= 2]


def cannot_record():
    _, said, code = record(["--wall", "--", "true"])
    return said or "no reason" if code else None


def main():
    sys.exit(1 if trials.run(TESTS, WANTED, cannot_record, where="/var/tmp") else 0)  # of a disk: O_DIRECT


if __name__ == "__main__":
    main()
