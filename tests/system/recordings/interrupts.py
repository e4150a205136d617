#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""interrupts.py TEXT - send SIGINT to pipelines of flambeau's programs while they read; TEXT is of perf script.

Prints how each program ended and what was written. Needs /proc, which says what a process does with a signal.
"""

import fcntl
import os
import signal
import struct
import subprocess
import sys
import termios
import time

import perfdata

SECONDS = 20  # after which something hangs


def until(condition, what):
    end = time.monotonic() + SECONDS
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"timeout: {what}")
        time.sleep(0.002)


def bears(process):
    """The process has a handler of SIGINT."""
    with open(f"/proc/{process.pid}/status") as file:
        line = next(line for line in file if line.startswith("SigCgt:"))
    return int(line.split()[1], 16) >> (signal.SIGINT - 1) & 1 == 1


def has_ended(process):
    """It ended, and was not waited for."""
    with open(f"/proc/{process.pid}/stat") as file:
        return file.read().rpartition(")")[2].split()[0] == "Z"


class Pipeline:
    """Programs, each of which reads what the one before it writes; the first reads what write() gives it."""

    def __init__(self, *commands, ignored=False):
        reader, self.input = os.pipe()
        self.processes = []
        for command in commands:
            out = os.pipe()
            self.processes.append(subprocess.Popen(
                command, stdin=reader, stdout=out[1], stderr=subprocess.PIPE, restore_signals=True,
                preexec_fn=lambda: self.become_member(ignored)))
            os.close(reader)
            os.close(out[1])
            reader = out[0]
        self.output = reader

    def become_member(self, ignored):
        """In the child: of the process group of the first program, as a shell has it."""
        os.setpgid(0, self.processes[0].pid if self.processes else 0)
        signal.signal(signal.SIGINT, signal.SIG_IGN if ignored else signal.SIG_DFL)

    def wait_until_they_bear(self, are_to=True):
        for process in self.processes:
            until(lambda: bears(process) == are_to, f"{process.args} bears SIGINT")

    def write(self, data):
        """Until it was read."""
        for at in range(0, len(data), 4096):
            os.write(self.input, data[at:at + 4096])
        until(lambda: fcntl.ioctl(self.input, termios.FIONREAD, b"\0" * 4) == b"\0" * 4, "written")

    def interrupt(self):
        """As a terminal does: all get it before one of them can end."""
        os.killpg(self.processes[0].pid, signal.SIGINT)

    def end(self):
        """How the programs ended, what they wrote."""
        os.close(self.input)
        with os.fdopen(self.output, "rb") as file:
            written = file.read()
        return [(process.args[0], process.wait(), process.stderr.read().decode()) for process in self.processes], written


def show(what, pipeline, expected=None):
    ends, written = pipeline.end()
    print("==", what)
    for name, code, said in ends:
        print(f"{name}: {'SIGINT' if code == -signal.SIGINT else code}")
        if said:
            print(said, end="")
    print("nothing was written" if not written else "a whole graph" if written == expected else
          f"{len(written)} other bytes")


def main():
    recording = perfdata.Recording(perfdata.read_text(sys.argv[1]), in_recording=True)
    data = recording.pipe()
    cut = len(data) // 2
    with open(sys.argv[1], "rb") as file:
        text = file.read()
    perf, filtering, draw = ["collapse-perf"], ["collapse-filter", "--ignore", "no-such-function"], ["flamegraph", "--title", "t"]

    pipeline = Pipeline(perf, filtering, draw)
    pipeline.write(data)
    ends, graph = pipeline.end()
    assert graph.endswith(b"</svg>\n") and all(code == 0 for _, code, _ in ends), ends

    pipeline = Pipeline(perf, filtering, draw)
    pipeline.wait_until_they_bear()
    pipeline.write(data[:cut])
    pipeline.interrupt()
    pipeline.wait_until_they_bear(False)
    pipeline.write(data[cut:])
    show("the first SIGINT waits for the end of a recording", pipeline, graph)

    pipeline = Pipeline(perf, filtering, draw)
    pipeline.wait_until_they_bear()
    pipeline.interrupt()
    pipeline.wait_until_they_bear(False)
    pipeline.write(data)
    show("also before the recording begins", pipeline, graph)

    pipeline = Pipeline(perf, filtering, draw)
    pipeline.wait_until_they_bear()
    pipeline.write(data[:cut])
    pipeline.interrupt()
    pipeline.wait_until_they_bear(False)
    pipeline.interrupt()
    for process in pipeline.processes:
        until(lambda: has_ended(process), "ended")
    show("a second one ends them", pipeline)

    pipeline = Pipeline(perf, filtering, draw)
    pipeline.wait_until_they_bear()
    pipeline.interrupt()
    pipeline.wait_until_they_bear(False)
    show("who waited and gets no byte ends by it, without a message", pipeline)

    pipeline = Pipeline(perf, draw)
    pipeline.wait_until_they_bear()
    pipeline.write(text[:100])
    until(lambda: not bears(pipeline.processes[0]), "text has come")
    pipeline.interrupt()
    until(lambda: has_ended(pipeline.processes[0]), "ended")
    show("text does not wait", pipeline)

    pipeline = Pipeline(draw)
    pipeline.wait_until_they_bear()
    pipeline.write(b"a;b")
    pipeline.wait_until_they_bear(False)
    pipeline.interrupt()
    until(lambda: has_ended(pipeline.processes[0]), "ended")
    show("nor do folded stacks", pipeline)

    pipeline = Pipeline(perf, draw, ignored=True)
    pipeline.write(data[:cut])
    for _ in range(3):
        pipeline.interrupt()
    pipeline.write(data[cut:])
    ends, _ = pipeline.end()
    print("== where SIGINT is ignored it stays so\n" + str([code for _, code, _ in ends]))

    pipeline = Pipeline(["collapse-guess"])
    pipeline.wait_until_they_bear()
    pipeline.write(data[:cut])
    pipeline.interrupt()
    pipeline.wait_until_they_bear(False)
    pipeline.write(data[cut:])
    ends, _ = pipeline.end()
    print("== collapse-guess, too\n" + str([code for _, code, _ in ends]))

    pipeline = Pipeline(["stackcollapse-perf.pl"])
    pipeline.write(data[:cut])
    pipeline.interrupt()
    show("the originals' names do not wait", pipeline)

    with open("kept.data", "wb") as file:
        file.write(data)
    os.mkfifo("slow")
    pipeline = Pipeline(["collapse-perf", "slow"])
    slow = os.open("slow", os.O_WRONLY)
    os.write(slow, text[:100])
    pipeline.interrupt()
    show("nor does a file of the command line", pipeline)
    os.close(slow)


if __name__ == "__main__":
    main()
