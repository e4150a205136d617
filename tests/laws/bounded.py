#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.bounded short law NEEDS all-formats RUN --sizes 0.5 @bin@ @made@/meter pprof otlp jfr chrome-tracing cpuprofile speedscope firefox tachyon austin core simpleperf perfetto heaptrack-raw dhat python lldb procstack async-profiler eflame rprof rprof-lines julia xctrace callgrind pstats uftrace xdebug vsprof go go-dump recording-cut hide
# ctest: law.bounded-pprof short law NEEDS all-formats RUN --sizes 4 @bin@ @made@/meter export-pprof
"""bounded.py [--time] [--slack N] [--sizes MB,MB] BIN METER [FORMAT...] - no input makes time or memory grow beyond what it is worth.

The worst inputs of worst.py against the benign one of the same format and size. Peak memory is at most the larger of 8 times
the benign input's, and 8 bytes for each byte that is read and 64 MiB. Processor time, with --time, is at most 8 times the
benign input's, the least of three runs; a run that is over the bar is measured again, three times, before it counts.
Kinds in which each few bytes are names or a stack of their own have a bar of their own, and 16 bytes for each byte.
METER is tests/bench/meter.c. --slack N is for machines that do other things: N times that. Patterns of the command line have a bar of their own.
Without --time nothing depends on a clock. Prints a table: format, kind, size, ratios of time and memory.
"""

import os
import subprocess
import sys
import tempfile

import worst

BAR = 8
MEGABYTE = 1 << 20


wanted_of = {}  # what is to be asked for, for each byte that is wanted


def write_input(path, form, kind, size):
    """Bytes of about this size, which the maker may miss; how many."""
    wanted = int(size * wanted_of.get((form, kind), 1))
    for _ in range(4):
        with open(path, "wb") as file:
            subprocess.run([sys.executable, "-B", worst.__file__, form, kind, str(wanted)], stdout=file, check=True)
        length = os.path.getsize(path)
        wanted_of[form, kind] = wanted / size
        if abs(length - size) < size // 10:
            break
        wanted = max(1000, wanted * size // length)
    return length


class Measured:
    def __init__(self, meter, command, path, environment):
        with open(path, "rb") as file:
            run = subprocess.run([meter, os.devnull, *command], stdin=file, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                 env=environment, check=True)
        _, user, system, peak, status = run.stdout.split()
        self.time = float(user) + float(system)
        self.memory, self.status = int(peak) * 1024, int(status)


class Law:
    def __init__(self, programs, meter, with_time, slack):
        self.programs, self.meter, self.with_time, self.slack = programs, meter, with_time, slack
        self.failed = 0
        self.environment = dict(os.environ, LC_ALL="C")

    def measure(self, command, path, runs=3):
        measured = [Measured(self.meter, command, path, self.environment) for _ in range(runs if self.with_time else 1)]
        return min(m.time for m in measured), max(m.memory for m in measured), measured[0].status

    def check(self, form, command, kinds, bar, size, folder):
        bar *= self.slack
        path = os.path.join(folder, "in")
        program = [os.path.join(self.programs, command[0]), *(path if word == "{}" else word for word in command[1:])]
        benign = None
        reads = max(1, command.count("{}"))
        for kind in kinds:
            length = reads * write_input(path, form, kind, size)
            time, memory, status = self.measure(program, path)
            if kind == "benign":
                benign = time, memory
                if status != 0:
                    self.fail(f"{form}: the benign input: status {status}")
                continue
            if self.with_time and time > bar * benign[0]:
                time = min(time, self.measure(program, path)[0])
            own_bar = max(bar, self.slack * getattr(kinds[kind], "bar", 0))
            per_byte = 2 * BAR if hasattr(kinds[kind], "bar") else BAR
            allowed = max(BAR * benign[1], per_byte * length + 64 * MEGABYTE)
            over = memory > allowed or (self.with_time and time > own_bar * max(benign[0], 0.002))
            print(f"{form:16} {kind:12} {size / MEGABYTE:5.1f} MiB  time {time / max(benign[0], 0.002):6.2f}  "
                  f"memory {memory / benign[1]:6.2f}  {memory / allowed:5.2f} of what is allowed{'  ABOVE' if over else ''}", flush=True)
            if over or status > 127:
                self.fail(f"{form}, {kind}, {size} bytes: {time:.2f} s for {benign[0]:.2f}, "
                          f"{memory >> 20} MiB for {benign[1] >> 20}, status {status}")

    def fail(self, text):
        self.failed += 1
        print("FAILED", text, file=sys.stderr)


def main():
    arguments = sys.argv[1:]
    with_time = arguments[:1] == ["--time"]
    if with_time:
        arguments = arguments[1:]
    sizes = [1, 4, 16] if with_time else [1]
    slack = 1
    if arguments[:1] == ["--slack"]:
        slack, arguments = float(arguments[1]), arguments[2:]
    if arguments[:1] == ["--sizes"]:
        sizes, arguments = [float(size) for size in arguments[1].split(",")], arguments[2:]
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    law = Law(arguments[0], arguments[1], with_time, slack)
    with tempfile.TemporaryDirectory() as folder:
        for form, command, kinds, bar in worst.ROWS:
            if (arguments[2:] and form not in arguments[2:]) or not os.path.exists(os.path.join(arguments[0], command[0])):
                continue
            for size in sizes:
                law.check(form, command, kinds, bar, int(size * MEGABYTE), folder)
    print(f"{law.failed} failed")
    return 1 if law.failed else 0


if __name__ == "__main__":
    sys.exit(main())
