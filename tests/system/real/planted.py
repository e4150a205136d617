#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: real.planted long real NEEDS events TIMEOUT 3000 RUN @bin@
"""planted.py BIN - programs with one known cause each are recorded here: the first sentence of the
brief names it in 19 of 20; five honest programs give no finding.

Prints a row per program: the cause, whether it is named, the sentence. Skipped (77) where nothing can be
recorded or built.
"""

import json
import os
import subprocess
import sys
import tempfile

BIN = os.path.abspath(sys.argv[1])
HERE = os.path.dirname(os.path.abspath(__file__))
THROW = """
static volatile long sum;
__attribute__((noinline)) static void check(long n) { sum = sum + n; if (n % 2) throw n; }
__attribute__((noinline)) static void work(long n) { for (long i = 0; i < n; i++) sum = sum + i; }
int main() { for (long i = 0; i < 600000; i++) { work(1500); try { check(i); } catch (long) { sum = sum + 1; } } }
"""
CLOCK = ["-e", "cpu-clock", "-F", "997"]
LABELS = ["--labels", "time,pid,tid,comm"]
FLAGS = ["-g", "-O1", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls"]


class Unable(Exception):
    """Says why something cannot be done here."""


def run(words, **more):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, timeout=200, **more)
    if done.returncode:
        raise Unable("%s: %s" % (" ".join(words), done.stderr.decode(errors="replace").strip()[-300:]))
    return done.stdout


def tool(name, *words, **more):
    return run([os.path.join(BIN, name), *words], **more)


def recorded(options, command, *collapse):
    """Folded text of a program that is recorded with record-stacks."""
    tool("record-stacks", "-q", "-o", "out.data", *options, "--", *command)
    return tool("collapse-perf", "-q", *collapse, "out.data")


def sampled(cause, seconds="2", options=(), program="./planted"):
    return recorded([*CLOCK, *options], [program, cause, seconds], *LABELS)


def off_cpu(cause):
    return recorded(["--off-cpu"], ["./planted", cause, "2"], *LABELS)


def compared(before, after):
    for name, cause in (("before", before), ("after", after)):
        with open(name, "wb") as file:
            file.write(recorded(CLOCK, ["./planted", cause, "2"]))
    return tool("difffolded", "before", "after")


def brief(folded):
    return json.loads(tool("export-top", "--format", "brief-json", input=folded))


# A cause, its profile, and words that the first sentence must have.
PLANTED = [
    ("a hot function", lambda: sampled("hot"), ["hash"]),
    ("two hot functions", lambda: sampled("two"), ["hash", "rebuild_index"]),
    ("a slow moment", lambda: sampled("spike", "5"), ["From ", "compact_heap"]),
    ("a burst of work", lambda: sampled("burst", "6"), ["From ", "times as much"]),
    ("one busy thread", lambda: sampled("busy", "3"), ["Thread", "cruncher"]),
    ("a spin lock", lambda: sampled("spin"), ["locks", "spin_lock"]),
    ("a mutex", lambda: sampled("mutex"), ["locks", "mutex_lock"]),
    ("threads that wait for a lock", lambda: off_cpu("journal"), ["locks"]),
    ("sleep", lambda: off_cpu("naps"), ["sleep"]),
    ("a disk", lambda: off_cpu("disk"), ["input or output", "fsync"]),
    ("recursion", lambda: sampled("fibonacci"), ["fibonacci", "calls itself"]),
    ("functions that call each other", lambda: sampled("mutual"), ["visit", "calls itself"]),
    ("the allocator", lambda: sampled("malloc"), ["allocating"]),
    ("system calls", lambda: sampled("kernel"), ["in the kernel"]),
    ("page faults", lambda: sampled("faults"), ["page faults"]),
    ("exceptions", lambda: recorded([*CLOCK, "--call-graph", "dwarf"], ["./throw"], *LABELS), ["exceptions"]),
    ("a stripped program", lambda: sampled("hot", program="./stripped"), ["without a name", "stripped"]),
    ("copies of the stack that are too short",
     lambda: sampled("layers", options=["--call-graph", "dwarf,4096"]), ["are cut"]),
    ("a function that became slower", lambda: compared("usual", "slower"), ["hash", "takes more"]),
    ("a function that became faster", lambda: compared("slower", "usual"), ["hash", "takes less"]),
    ("a new function", lambda: compared("without", "usual"), ["hash", "is new"]),
    ("two runs of one program", lambda: compared("usual", "usual"), ["beyond chance", "No share"]),
]
HONEST = [
    ("requests", lambda: sampled("flat")),
    ("requests in four threads", lambda: sampled("threads")),
    ("requests in three processes", lambda: sampled("processes")),
    ("one phase after the other", lambda: sampled("phases", "4")),
    ("more and less to do", lambda: sampled("waves", "4")),
]


def build():
    run(["cc", *FLAGS, os.path.join(HERE, "planted.c"), "-o", "planted", "-lpthread"])
    run(["cc", *FLAGS, "-Wl,--build-id=none", "-s", os.path.join(HERE, "planted.c"), "-o", "stripped",
         "-lpthread"])
    with open("throw.cpp", "w", encoding="ascii") as file:
        file.write(THROW)
    run(["c++", *FLAGS, "throw.cpp", "-o", "throw"])
    sampled("flat", "0.1")


def row(good, cause, text):
    print("| %s | %s | %s |" % (cause, "yes" if good else "NO", text))
    sys.stdout.flush()
    return good


def main():
    named = none = tried = 0
    unable = []
    for cause, profile, words in PLANTED:
        try:
            found = brief(profile())["sentences"]
        except Unable as why:
            unable.append("%s: %s" % (cause, why))
            continue
        tried += 1
        text = found[0]["text"] if found else "(none)"
        named += row(all(word in text for word in words), cause, text)
    for cause, profile in HONEST:
        found = brief(profile())
        none += row(found["findings"] == 0, cause + " (honest)",
                    found["sentences"][0]["text"] if found["sentences"] else "(none)")
    print("%d of %d causes named, %d of %d honest ones without a finding" % (named, tried, none, len(HONEST)))
    for line in unable:
        print("not tried: " + line)
    if named * 20 < tried * 19 or none < len(HONEST) or tried < 15:
        sys.exit("FAILED")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    try:
        build()
    except Unable as reason:
        print("skipped:", reason)
        sys.exit(77)
    main()
