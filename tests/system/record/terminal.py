#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: record.terminal short law sanitize RUN @bin@
"""
terminal.py BIN - flamegraph-record on a terminal: progress, Ctrl-C, and signals that reach it alone.
"""

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "recordings"))
import perfdata  # noqa: E402

BIN = os.path.abspath(sys.argv[1])
LIMIT = 60  # seconds for anything that should happen at once: then something hangs
TRACE = ["--event", "intel_pt//u"]  # a trace of a processor is read by perf script, which is slow

# Like perf, it goes on after Ctrl-C until it has written its file, and is slow to print what a trace holds.
PERF = r"""#!%s
import signal, subprocess, sys, time
words = sys.argv[1:]
if words[0] == "record":
    out = words[words.index("-o") + 1]
    to = sys.stderr if out == "-" else None
    child = subprocess.Popen(words[words.index("--") + 1:] if "--" in words else ["sleep", "1000"], stdout=to)
    stop = lambda *_: child.send_signal(signal.SIGTERM)
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop if "--" not in words else signal.SIG_IGN)
    child.wait()
    with open(%r, "rb") as file:
        recording = file.read()
    with open(1 if out == "-" else out, "wb") as file:
        file.write(recording)
else:
    for i in range(6):
        for j in range(1000):
            sys.stdout.write("b 1 %%d.%%06d: 10 cycles: \n\t1 f (x)\n\t2 main (x)\n\t3 start (x)\n\n" %% (i, j))
        sys.stdout.flush()
        time.sleep(0.3)
"""

COMMAND = r"""
import signal, sys, time
def end(*_):
    print("the command got it")
    sys.exit(0)
signal.signal(signal.SIGINT, end)
print("it runs")
sys.stdout.flush()
time.sleep(1000)
"""

failed = 0


def check(what, good, seen):
    global failed
    if not good:
        failed += 1
        print("FAILED: %s\n%r" % (what, seen))


class Run:
    """flamegraph-record on a terminal of its own."""

    def __init__(self, work, *words):
        self.seen = b""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.chdir(work)
            os.environ["PATH"] = work + ":" + os.environ["PATH"]
            os.environ["TERM"] = "xterm"
            program = os.path.join(BIN, "flamegraph-record")
            os.execv(program, [program, "--profiler", "perf", *words])

    def read(self, until=None):
        """Read until this was seen, or to the end."""
        end = time.monotonic() + LIMIT
        while until is None or until not in self.seen:
            if not select.select([self.fd], [], [], max(0, end - time.monotonic()))[0]:
                check("%r in time" % until, False, self.seen)
                os.kill(self.pid, signal.SIGKILL)
                return
            try:
                chunk = os.read(self.fd, 65536)
            except OSError:
                chunk = b""
            if not chunk:
                return
            self.seen += chunk

    def end(self):
        self.read()
        os.close(self.fd)
        status = os.waitpid(self.pid, 0)[1]
        return os.waitstatus_to_exitcode(status)


def graph(work):
    path = os.path.join(work, "flamegraph.svg")
    try:
        with open(path, "rb") as file:
            text = file.read()
        os.unlink(path)
    except OSError:
        return False
    return text.rstrip().endswith(b"</svg>")


def main():
    work = tempfile.mkdtemp()
    recorded = os.path.join(work, "recorded")
    samples = [{"comm": "b", "pid": 1, "tid": 1, "cpu": 0, "event": "cycles", "period": 10, "time": (i + 1) * 10**6,
                "frames": [("f", "x"), ("main", "x"), ("start", "x")]} for i in range(6000)]
    recording = perfdata.Recording(samples, in_recording=True)
    perfdata.write(recorded, recording.file(recording.stream()))
    with open(os.path.join(work, "perf"), "w") as file:
        file.write(PERF % (sys.executable, recorded))
    os.chmod(os.path.join(work, "perf"), 0o755)
    command = ["--", sys.executable, "-c", COMMAND]

    for options in ([], TRACE):
        run = Run(work, *options, *command)
        run.read(b"it runs")
        run.read(b"recording, 0:01")
        os.write(run.fd, b"\x03")
        run.read(b"the command got it")
        code = run.end()
        check("Ctrl-C ends the command, and the graph is made", code == 0 and graph(work), run.seen)
        counted = re.search(rb"reading: [0-9]+ kB, [0-9],[0-9]{3} samples\r", run.seen)
        check("bytes and samples are shown", counted or options != TRACE, run.seen)
        check("rendering is shown", b"rendering" in run.seen, run.seen)
        last = run.seen.rsplit(b"\n", 2)[-2]
        check("nothing of it is left", last.endswith(b"the graph is flamegraph.svg\r"), run.seen)
        check("the command has not failed", b"command failed" not in run.seen, run.seen)

    run = Run(work, "-a")
    run.read(b"(Ctrl-C ends it)")
    os.write(run.fd, b"\x03")
    check("Ctrl-C ends -a", run.end() == 0 and graph(work), run.seen)

    run = Run(work, "-q", *TRACE, *command)
    run.read(b"it runs")
    time.sleep(1.5)
    os.kill(run.pid, signal.SIGTERM)
    check("a signal for the program alone is passed on", run.end() == 0 and graph(work), run.seen)
    check("-q shows no progress", b"recording" not in run.seen and b"reading" not in run.seen, run.seen)

    run = Run(work, "-q", "--text", "--", "true")
    check("a text is made", run.end() == 0 and not graph(work), run.seen)
    check("in the colours of the terminal", b";48;5;" in run.seen and b"main" in run.seen, run.seen)

    process = subprocess.Popen(
        [os.path.join(BIN, "flamegraph-record"), "--profiler", "perf", *TRACE, *command],
        cwd=work,
        env=dict(os.environ, PATH=work + ":" + os.environ["PATH"]),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    said = process.communicate(timeout=LIMIT)[1]
    check("without a terminal too", process.returncode == 0 and graph(work), said)
    check("no progress without a terminal", b"recording" not in said and b"\033" not in said, said)
    left = [name for name in os.listdir(work) if name.startswith("flamegraph-record.")]
    check("nothing is left of recordings", not left, left)
    shutil.rmtree(work)
    if failed == 0:
        print("progress and signals are as they should be")
    sys.exit(1 if failed else 0)


main()
