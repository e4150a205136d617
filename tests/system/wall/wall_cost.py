#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wall_cost.py BIN PROGRAMS [SWITCHES [ROUNDS]] - what a recording of all states of threads costs: microseconds and
bytes per switch of two threads that take turns on one processor. PROGRAMS is the program of wall_programs.c. The
recorders take turns, too; the table has the median of the rounds, elapsed and of processor time, which other programs
disturb less. Needs root, perf and tracefs."""

import os
import re
import statistics
import subprocess
import sys
import tempfile

BIN, PROGRAMS = [os.path.abspath(word) for word in sys.argv[1:3]]
SWITCHES = int(sys.argv[3]) if len(sys.argv) > 3 else 200000
ROUNDS = int(sys.argv[4]) if len(sys.argv) > 4 else 7
STACKS = os.path.join(BIN, "record-stacks")

RECORDERS = {
    "no recorder": [],
    "SWITCH records alone": ["perf", "record", "-q", "-e", "cpu-clock", "-F", "997", "--switch-events", "-o", "out", "--"],
    "--off-cpu=all --call-graph fp": [STACKS, "--off-cpu=all", "--call-graph", "fp", "-o", "out", "--"],
    "--wall --call-graph fp": [STACKS, "--wall", "--call-graph", "fp", "-o", "out", "--"],
    "--wall": [STACKS, "--wall", "-o", "out", "--"],
    "--wall --call-graph auto,512": [STACKS, "--wall", "--call-graph", "auto,512", "-o", "out", "--"],
    "--wall -z": [STACKS, "--wall", "-z", "-o", "out", "--"],
    "perf sched record -g": ["perf", "sched", "record", "-g", "-o", "out", "--"],
}


def run(words):
    """Nanoseconds per switch, elapsed and of processor time, bytes per switch, and what was said about losses."""
    done = subprocess.run([*words, PROGRAMS, "turns", str(SWITCHES)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=True)
    took = [float(word) for word in re.search(r"^turns .* ns=([0-9.]+) processor=([0-9.]+)", done.stdout, re.MULTILINE).groups()]
    size = os.stat("out").st_size / SWITCHES if words else 0
    lost = re.search(r"(\d+) records were lost|lost (\d+) chunks", done.stderr)
    return took, size, lost[0] if lost else "0"


def main():
    took = {name: [] for name in RECORDERS}
    size, lost = {}, {}
    for _ in range(ROUNDS):
        for name, words in RECORDERS.items():
            ns, size[name], lost[name] = run(words)
            took[name].append(ns)
    print(f"{'us per switch':32} elapsed  added  processor  added   bytes  lost")
    base = None
    for name, rounds in took.items():
        elapsed, used = [statistics.median(values) / 1e3 for values in zip(*rounds)]
        base = base or (elapsed, used)
        print(f"{name:32}  {elapsed:6.2f} {elapsed - base[0]:6.2f}     {used:6.2f} {used - base[1]:6.2f}  {size[name]:6.0f}  {lost[name]}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR", "/var/tmp")) as folder:
        os.chdir(folder)
        main()
