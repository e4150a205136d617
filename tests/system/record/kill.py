#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: record.kill short fault RUN @bin@ 10
# ctest: record.kill-80 long fault TIMEOUT 3000 RUN @bin@ 80
"""
kill.py BIN ROUNDS - flamegraph-record, and each of the programs that it starts, is killed
(SIGKILL) at a random moment: under the name of the graph is the one of before or the new one, whole,
and nothing else; and what the exit code says is true.
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "recordings"))
import perfdata  # noqa: E402

BIN = os.path.abspath(sys.argv[1])
ROUNDS = int(sys.argv[2])

# collapse-perf reads a recording itself; a trace of a processor is read by perf script before it.
DIRECTLY, BY_SCRIPT = [], ["--event", "intel_pt//u"]
# A program, a word that is in its command line, and the options of flamegraph-record.
TARGETS = [
    ("perf", "record", DIRECTLY),
    ("collapse-perf", "", DIRECTLY),
    ("flamegraph", "", DIRECTLY),
    ("flamegraph-record", "", DIRECTLY),
    ("perf", "script", BY_SCRIPT),
    ("collapse-perf", "", BY_SCRIPT),
]
MORE = 50  # rounds for a program that was never hit
LIMIT = 60  # seconds a round may take: then something hangs

SCRIPT = "".join(
    "b 1 %d.%06d: 10 cycles: \n%s\n"
    % (i, i, "".join("\t%x f%d_%d (prog)\n" % (j + 16, i % 97, j) for j in range(40)))
    for i in range(6000)
)

# perf, which takes a while and comes in pieces, so that there is a moment to be killed in.
PERF = """#!%s
import sys, time
if sys.argv[1] == "record":
    time.sleep(0.05)
    out = sys.argv[sys.argv.index("-o") + 1]
    with open(%r, "rb") as file:
        recording = file.read()
    with open(1 if out == "-" else out, "wb") as file:
        file.write(recording)
else:
    text = open(%r).read()
    for i in range(0, len(text), len(text) // 40 + 1):
        sys.stdout.write(text[i : i + len(text) // 40 + 1])
        sys.stdout.flush()
        time.sleep(0.003)
"""


def children(of):
    """The processes that a process started, with their names."""
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open("/proc/%s/stat" % entry, errors="replace") as file:
                stat = file.read()
            with open("/proc/%s/cmdline" % entry, errors="replace") as file:
                words = file.read().split("\0")
        except OSError:
            continue
        if stat.rsplit(")", 1)[1].split()[1] == str(of):
            found.append((int(entry), words))
    return found


def is_other(words):
    """The programs are asked for their options, and perf whether it can record, before they do their work."""
    return "--generate=rows" in words or any(word.endswith(".probe") for word in words)


def victim(process, target):
    name, word, _ = target
    if name == "flamegraph-record":
        return process.pid
    for pid, words in children(process.pid):
        if any(os.path.basename(first) == name for first in words[:2]) and not is_other(words) and (
                word == "" or word in words):
            return pid
    return None


def kill_one(process, target, delay):
    """Kill this program `delay` seconds after it was seen; was it there to be killed?"""
    while process.poll() is None:
        pid = victim(process, target)
        if pid is not None:
            time.sleep(delay)
            try:
                os.kill(pid, 9)
            except ProcessLookupError:
                return False
            return True
        time.sleep(0.001)
    return False


def run(work, environment, options):
    return subprocess.Popen(
        [os.path.join(BIN, "flamegraph-record"), "--profiler", "perf", "--subtitle", "", *options, "--", "true"],
        cwd=work,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def main():
    random.seed(1)
    work = tempfile.mkdtemp()
    path = os.path.join(work, "path")
    svg = os.path.join(work, "flamegraph.svg")
    os.mkdir(path)
    script = os.path.join(work, "script")
    with open(script, "w") as file:
        file.write(SCRIPT)
    recorded = os.path.join(work, "recorded")
    recording = perfdata.Recording(perfdata.read_text(script), in_recording=True)
    perfdata.write(recorded, recording.file(recording.stream()))
    with open(os.path.join(path, "perf"), "w") as file:
        file.write(PERF % (sys.executable, recorded, script))
    os.chmod(os.path.join(path, "perf"), 0o755)
    environment = dict(os.environ, PATH=path + ":" + os.environ["PATH"])

    news = []
    for options in (DIRECTLY, BY_SCRIPT):
        process = run(work, environment, options)
        said = process.communicate(timeout=LIMIT)[1]
        if process.returncode != 0:
            sys.exit("it does not work without being killed either: %s" % said.decode())
        with open(svg, "rb") as file:
            news.append(file.read())
    old = b"<svg>the one of before</svg>\n"
    counts = {"old": 0, "new": 0, "part": 0}
    hits = dict.fromkeys(range(len(TARGETS)), 0)
    bad = number = 0
    longest = dict.fromkeys(hits, 0.4)  # seconds that a program is let live, halved when it was too late
    while number < ROUNDS or (min(hits.values()) == 0 and number < ROUNDS + MORE):
        missed = [index for index, count in hits.items() if count == 0]
        turn = number % len(TARGETS) if number < ROUNDS else missed[0]
        target = TARGETS[turn]
        name, _, options = target
        new = news[options is BY_SCRIPT]
        number += 1
        with open(svg, "wb") as file:
            file.write(old)
        process = run(work, environment, options)
        hit = kill_one(process, target, random.random() * longest[turn])
        said = process.communicate(timeout=LIMIT)[1].decode()
        with open(svg, "rb") as file:
            found = file.read()
        which = "old" if found == old else "new" if found == new else None
        if which is None and name == "perf" and "killed by signal 9" in said:
            which = "part"  # what was recorded until then
            hits[turn] += hit
            counts[which] += 1
            continue
        if which is None:
            print("round %d, %s: a graph of %d bytes that is neither" % (number, name, len(found)))
            bad += 1
            continue
        counts[which] += 1
        hits[turn] += hit
        longest[turn] *= 1 if hit else 0.5
        if name != "flamegraph-record" and (process.returncode == 0) != (which == "new"):
            print("round %d, %s: exit code %d, but the %s graph" % (number, name, process.returncode, which))
            bad += 1
        if name != "flamegraph-record" and which == "old" and "killed by signal 9" not in said:
            print("round %d, %s: nobody said that it was killed: %s" % (number, name, said))
            bad += 1
        parts = [entry for entry in os.listdir(work) if entry.endswith(".part")]
        if parts and name != "flamegraph-record":
            print("round %d, %s: left %s" % (number, name, parts))
            bad += 1
        for entry in os.listdir(work):
            if entry.startswith("flamegraph-record.") or entry.endswith(".part"):
                full = os.path.join(work, entry)
                shutil.rmtree(full) if os.path.isdir(full) else os.unlink(full)
    shutil.rmtree(work)
    print("%d rounds: %d times the old graph, %d times the new one; killed: %s" % (
        number, counts["old"], counts["new"],
        ", ".join(" ".join([*filter(None, TARGETS[index][:2]), str(count)]) for index, count in hits.items())))
    if ROUNDS >= 20 and (min(hits.values()) == 0 or counts["old"] == 0):
        sys.exit("FAILED: some program was never killed")
    sys.exit(1 if bad else 0)


main()
