#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: events.wall short real NEEDS events RUN @bin@ @made@/wall_programs
"""wall_recording.py BIN PROGRAMS [NAME...] - recordings of all states of threads: what their records say of each thread,
without the project's reader and with it, is what the programs of wall_programs.c, given as PROGRAMS, measured of themselves."""

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


class Thread:
    def __init__(self, begin, state):
        self.begin, self.since, self.state = begin, begin, state
        self.end, self.has_begun = None, False
        self.times = {"running": 0, "runnable": 0, "blocked": 0}
        self.waits = self.with_stack = 0  # switches to blocked
        self.last_stack = 0
        self.name = None

    def change(self, now, state):
        if self.end is None:
            self.times[self.state] += now - self.since
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
        thread.change(when, "running")
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


def threads_of(recording):
    """What each thread did, by its number."""
    threads = {}
    start = next(when for when, *_ in recording.records if when > 0)
    last = recording.records[-1][0]
    for when, kind, misc, tid, body in recording.records:
        if kind == COMM:
            pid, tid = struct.unpack_from("=II", body)
            if when == 0:
                threads.setdefault(tid, Thread(start, "runnable"))
            elif tid not in threads:
                threads[tid] = Thread(when, "running")
            threads[tid].name = body[8:-32].split(b"\0")[0].decode()
        elif kind == FORK and when > 0:
            _, _, tid = struct.unpack_from("=III", body)
            threads[tid] = Thread(when, "runnable")
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
                woken.change(when, "runnable")
    for thread in threads.values():
        thread.change(last, "running")
    return threads


def record(words, output="out.data", before=(), **more):
    done = subprocess.run([*before, STACKS, "-o", output, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=120, text=True, check=False, **more)
    return done.stdout, done.stderr, done.returncode


def measured(text):
    """{tid: (name, run, wait, life)}, as the programs print it."""
    found = re.findall(r"^thread (\S+) (\d+) run=(\d+) wait=(\d+) life=(\d+)", text, re.MULTILINE)
    return {int(tid): (name, int(run), int(wait), int(life)) for name, tid, run, wait, life in found}


SLACK = 2e6  # ns: a thread measures itself from its first line to its last
worst = (0.0, "")

# Are times what the kernel counted? Not quite all: it leaves out what interrupts take from a thread that runs, and a
# virtual machine may stand still between a switch and its record. The time of one that could run begins when the thread
# is in the queue of a processor, and not when it is woken: much later where another processor has to put it there and
# stands still. And now and then Linux records no waking by a timer on an idle processor, for perf neither.
compared = []


def compare(threads, text, what, has_wakings=True):
    """Lives of threads are what they measured, and times in nearly all, within 2 % of their lives."""
    global worst
    own = measured(text)
    check(own, what, text)
    for tid, (name, run, wait, life) in own.items():
        check(tid in threads, what, name, tid, sorted(threads))
        thread = threads[tid]
        after = max(0, thread.life - life)  # what it did when it had measured
        allowed = SLACK + 0.02 * life + after
        facts = (what, name, thread.times, "measured", run, wait, life)
        check(after <= 0.5e9 and thread.life >= life - allowed, *facts)
        compared.append(abs(thread.times["running"] - run) <= allowed)
        if has_wakings:
            compared.append(abs(thread.times["runnable"] - wait) <= allowed)
        check(thread.end is None or abs(thread.life - (thread.end - thread.begin)) < 1, *facts)
        off = abs(thread.times["running"] - run) / life
        worst = max(worst, (off, f"{what}: {name}"))


def compare_folded(threads, path="out.data"):
    """The sum of all lives is the same in collapse-perf, and the time of running; it takes no waking by a thread whose
    number is not known any more, as one that has ended."""
    done = subprocess.run([COLLAPSE, "--no-header", "--labels", "state", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=True, text=True)
    folded = dict.fromkeys(("running", "runnable", "blocked"), 0)
    for line in done.stdout.splitlines():
        folded[re.match(r"@state=(\w+)", line)[1]] += int(line.rsplit(" ", 1)[1])
    own = {state: sum(thread.times[state] for tid, thread in threads.items() if tid > 0) for state in folded}
    check(sum(own.values()) == sum(folded.values()), own, folded)
    check(own["running"] == folded["running"], own, folded)
    check(own["runnable"] >= folded["runnable"] >= own["runnable"] - 0.02 * sum(own.values()), own, folded)


def has_tracepoints():
    return os.geteuid() == 0 and os.path.exists(TRACEPOINTS)


CASES = [["sleep", "300"], ["mutex", "200"], ["pipeline", "50"], ["pipe", "40"], ["starved", "200"], ["epoll", "40"],
         ["condition", "40"], ["exec", "200"], ["threads", "150"], ["dies", "200"], ["latency", "200"], ["chain", "100"],
         ["disk", "100", "disk.tmp"]]


def states_are_what_the_programs_measure():
    for how in ("fp", "auto"):
        for case in CASES:
            text, said, code = record(["--wall", "--call-graph", how, "--", PROGRAMS, *case])
            if "paranoid" in said:
                return said
            if case[0] == "disk" and code == 4:
                continue  # no O_DIRECT
            check(code == 0, case, code, said)
            check(" lost" not in said, said)
            recording = Recording("out.data")
            threads = threads_of(recording)
            compare(threads, text, case[0], has_tracepoints())
            compare_folded(threads)
            waits = sum(thread.waits for thread in threads.values())
            stacks = sum(thread.with_stack for thread in threads.values())
            check(waits > 0 and stacks >= 0.99 * waits, case, stacks, "stacks of", waits, "waits")
    print(f"worst: {worst[0]:.2%} of its life ({worst[1]})")
    return None if has_tracepoints() else "times of waking: no tracepoints here"


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
                text, said, code = as_other(level, ["--wall", "-v", "--", program, "chain", "100"])
                check(code == 0, level, said)
                check(("times are exact" in said and "kernel.perf_event_paranoid=1" in said) == (not has_stacks), level, said)
                check("who wakes a thread is not recorded" in said, level, said)
                recording = Recording("out.data")
                check(("context-switches" in recording.names) == has_stacks, level, recording.names)
                threads = threads_of(recording)
                compare(threads, text, f"level {level}", False)
                stacks = sum(thread.with_stack for thread in threads.values())
                check((stacks > 0) == has_stacks, level, stacks)
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
    failed = trials.run(TESTS, WANTED, cannot_record, where="/var/tmp")  # of a disk: O_DIRECT
    if sum(compared) < 0.85 * len(compared):
        print(f"FAILED: of {len(compared)} times {sum(compared)} are what the kernel counts")
        failed += 1
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
