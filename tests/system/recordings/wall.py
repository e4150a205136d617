#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wall.py [--wide] [--pipe] [--swapped] EVENT,... DIRECTORY <HISTORY - make a recording with records of switches.

DIRECTORY gets wall.data, and below root/ the symbols, for --symfs. EVENTs are those whose samples are in it, of
cpu-clock, context-switches, sched:sched_waking, sched:sched_switch. HISTORY has one record per line, in the order of the
file; times are in nanoseconds, a thread is TID or PID/TID (of process 7):

    TIME comm THREAD NAME       0 for a thread that exists before
    TIME fork THREAD PARENT
    TIME exit THREAD
    TIME in THREAD              a record of a switch
    TIME out THREAD             ... waits
    TIME preempt THREAD         ... could run on
    TIME sample THREAD STACK    cpu-clock; "main;work;k:do_futex;k:schedule", k: is of the kernel
    TIME switch THREAD STACK    context-switches
    TIME wake THREAD WAKER STACK    sched:sched_waking, by WAKER
    TIME sched THREAD NEXT STATE STACK    sched:sched_switch from THREAD to NEXT; STATE 0 is preempted
    TIME gone THREAD NEXT STATE STACK    the same, of a thread that perf cannot name any more
    TIME lost COUNT
    round                       the end of one of perf's rounds
"""

import os
import sys

import perfdata
import tracepoints

EXIT, SWITCH, SWITCH_CPU_WIDE, LOST = 4, 14, 15, 2
OUT, PREEMPT = 1 << 13, 1 << 14
INHERIT, CONTEXT_SWITCH = 1, 26
SOFTWARE = {"cpu-clock": 0, "context-switches": 3, "page-faults": 2}
tracepoints.EVENTS.update({
    "sched:sched_waking": (361, [("char comm[16]", 16, 0), ("pid_t pid", 4, 1), ("int prio", 4, 1),
                                 ("int target_cpu", 4, 1)], ""),
    "sched:sched_switch": (363, [("char prev_comm[16]", 16, 0), ("pid_t prev_pid", 4, 1), ("int prev_prio", 4, 1),
                                 ("long prev_state", 8, 1), ("char next_comm[16]", 16, 0), ("pid_t next_pid", 4, 1),
                                 ("int next_prio", 4, 1)], ""),
})


def thread_of(text):
    pid, _, tid = text.rpartition("/")
    return {"pid": int(pid or 7), "tid": int(tid), "cpu": 0}


def frames_of(stack):
    """From the leaf on."""
    return [(frame, "/bin/demo") for frame in reversed(stack.split(";")) if frame]


class Wall(tracepoints.Tracepoints):
    """A recording of a history: a list of lists of words."""

    def __init__(self, history, events, order="<", wide=False):
        stacks = {"sample": 3, "switch": 3, "wake": 4, "sched": 5, "gone": 5}
        names = {"sample": "cpu-clock", "switch": "context-switches", "wake": "sched:sched_waking",
                 "sched": "sched:sched_switch", "gone": "sched:sched_switch"}
        self.history, self.wide = history, wide
        samples = []
        for words in history:
            kind = words[1] if len(words) > 1 else ""
            if kind in stacks:
                stack = words[stacks[kind]] if len(words) > stacks[kind] else ""
                samples.append({"event": names[kind], "frames": frames_of(stack)})
        super().__init__(samples, order)
        self.events = events

    def address(self, frame):
        symbol = frame[0]
        if symbol.startswith("k:"):
            return perfdata.CONTEXT_KERNEL, perfdata.KERNEL_SYMBOLS + 64 * self.symbols[symbol] + 8
        return super().address(frame)

    def attribute(self, config):
        event = self.events[config]
        if event not in SOFTWARE:
            return super().attribute(config)
        flags = [perfdata.SAMPLE_ID_ALL, INHERIT] + ([CONTEXT_SWITCH] if config == 0 else [])
        sample_type = perfdata.IDENTIFIER | perfdata.IP | perfdata.TID | perfdata.TIME | perfdata.CPU | \
            perfdata.PERIOD | perfdata.CALLCHAIN
        if event == "cpu-clock":
            flags.append(perfdata.FREQUENCY)
        head = self.pack("IIQQQQ", 1, perfdata.ATTRIBUTE, SOFTWARE[event], 999 if event == "cpu-clock" else 1,
                         sample_type, 0) + self.flags(*flags)
        return head + b"\0" * (perfdata.ATTRIBUTE - len(head))

    def tracing_data(self):
        events = self.events
        self.events = [event for event in events if event in tracepoints.EVENTS]
        data = super().tracing_data()
        self.events = events
        return data

    def made_sample(self, thread, time, event, stack, fields=None):
        sample = dict(thread, time=time, event=event, period=1, frames=frames_of(stack))
        if event in SOFTWARE:
            return perfdata.Recording.sample(self, sample)
        sample["fields"] = dict({"common_pid": thread["tid"]}, **fields, comm="", prev_comm="", next_comm="")
        return self.sample(sample)

    def made(self, words):
        """The record of a line."""
        if words[0] == "round":
            return self.record(perfdata.FINISHED_ROUND, b"")
        time, kind = int(words[0]), words[1]
        if kind == "lost":
            return self.beside(LOST, self.pack("QQ", 1, int(words[2])), thread_of("0"), time)
        thread = thread_of(words[2])
        ids = self.pack("II", thread["pid"], thread["tid"])
        if kind == "comm":
            return self.beside(perfdata.COMM, ids + self.text(words[3]), thread, time)
        if kind in ("fork", "exit"):
            other = thread_of(words[3]) if kind == "fork" else thread
            body = self.pack("IIIIQ", thread["pid"], other["pid"], thread["tid"], other["tid"], time)
            return self.beside(perfdata.FORK if kind == "fork" else EXIT, body, other, time)
        if kind in ("in", "out", "preempt"):
            misc = {"in": 0, "out": OUT, "preempt": OUT | PREEMPT}[kind]
            body = self.pack("II", 0, 0) if self.wide else b""
            return self.beside(SWITCH_CPU_WIDE if self.wide else SWITCH, body, thread, time, misc)
        if kind == "sample":
            return self.made_sample(thread, time, "cpu-clock", words[3])
        if kind == "switch":
            return self.made_sample(thread, time, "context-switches", words[3])
        if kind == "wake":
            waker = thread_of(words[3])
            return self.made_sample(waker, time, "sched:sched_waking", words[4] if len(words) > 4 else "",
                                    {"pid": thread["tid"]})
        fields = {"common_pid": thread["tid"], "prev_pid": thread["tid"], "prev_state": int(words[4]),
                  "next_pid": thread_of(words[3])["tid"]}
        if kind == "gone":
            thread.update(pid=2**32 - 1, tid=2**32 - 1)
        return self.made_sample(thread, time, "sched:sched_switch", words[5] if len(words) > 5 else "", fields)

    def pids(self):
        return sorted({thread_of(words[2])["pid"] for words in self.history if len(words) > 2 and words[1] != "lost"})

    def stream(self):
        user = {symbol: number for symbol, number in self.symbols.items() if not symbol.startswith("k:")}
        nobody = {"pid": 0, "tid": 0, "cpu": 0}
        data = b""
        for symbol, number in self.symbols.items():
            if symbol not in user:
                body = self.pack("QIHH", perfdata.KERNEL_SYMBOLS + 64 * number, 64, 1, 0) + self.text(symbol[2:])
                data += self.beside(perfdata.KSYMBOL, body, nobody, 0, perfdata.KERNEL)
        for pid in self.pids():
            thread = {"pid": pid, "tid": pid, "cpu": 0}
            data += self.map(thread, perfdata.SYMBOLS, 64 * len(self.symbols) or 64, "//anon")
        return data + b"".join(self.made(words) for words in self.history)


def write(history, events, directory, order="<", wide=False, pipe=False):
    recording = Wall(history, events, order, wide)
    data = recording.pipe() if pipe else recording.file(recording.stream())
    perfdata.write(os.path.join(directory, "wall.data"), data)
    for pid in recording.pids():
        perfdata.write(os.path.join(directory, f"root/tmp/perf-{pid}.map"), recording.perf_map())


def main(arguments):
    options = [argument for argument in arguments if argument.startswith("--")]
    names = arguments[len(options):]
    if len(names) != 2 or not set(options) <= {"--wide", "--pipe", "--swapped"}:
        sys.exit(__doc__.split("\n", maxsplit=1)[0])
    write([line.split() for line in sys.stdin if line.strip()], names[0].split(","), names[1],
          ">" if "--swapped" in options else "<", "--wide" in options, "--pipe" in options)


if __name__ == "__main__":
    main(sys.argv[1:])
