#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""record_bench.py BIN WORK [RUNS] - record-stacks beside perf record, on a quiet machine: shares of functions and numbers
of samples, what recording costs, and times that a program waits. WORK is the program of tests/system/events/work.c. Prints; nothing
here passes or fails."""

import math
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

BIN, WORK = map(os.path.abspath, sys.argv[1:3])
RUNS = int(sys.argv[3]) if len(sys.argv) > 3 else 10
RECORDERS = {"perf": ["perf", "record", "-q"], "ours": [os.path.join(BIN, "record-stacks")]}
COLLAPSE = os.path.join(BIN, "collapse-perf")


def run(words):
    """Seconds on the wall, and of processors."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic() - begin, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def record(name, hz, command):
    if name == "none":
        return run(command)
    return run([*RECORDERS[name], "-e", "cpu-clock", "-F", hz, "-g", "-o", "out.data", "--", *command])


def collapse(*options):
    return subprocess.run([COLLAPSE, *options, "out.data"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          check=True).stdout.decode().splitlines()


def leaves():
    counts = {}
    for line in collapse("--no-header"):
        stack, count = line.rsplit(" ", 1)
        leaf = stack.split(";")[-1]
        counts[leaf] = counts.get(leaf, 0) + int(count)
    return {name: 100 * count / sum(counts.values()) for name, count in counts.items()}


def shares(command):
    """The ten largest functions, and the numbers of samples, by both recorders in turn."""
    found, samples = {"perf": [], "ours": []}, {"perf": [], "ours": []}
    for turn in range(RUNS):
        for name in sorted(found, reverse=turn % 2 == 0):
            record(name, "999", command)
            found[name].append(leaves())
            samples[name].append(int(collapse("--list-events")[0].split()[1]))
    medians = {name: statistics.median(samples[name]) for name in samples}
    print(f"samples: perf {medians['perf']}, ours {medians['ours']}, ratio {medians['ours'] / medians['perf']:.4f}")
    total = {}
    for row in found["perf"] + found["ours"]:
        for name, share in row.items():
            total[name] = total.get(name, 0) + share
    for name in sorted(total, key=total.get, reverse=True)[:10]:
        perf, ours = ([row.get(name, 0) for row in found[who]] for who in ("perf", "ours"))
        error = math.sqrt((statistics.variance(perf) + statistics.variance(ours)) / RUNS)
        print(f"{name:32} perf {statistics.mean(perf):6.2f} % ours {statistics.mean(ours):6.2f} %, error {error:.2f}")


def overhead(command):
    """What recording costs, in turn with the command alone."""
    for hz in "99", "999":
        rows = {"none": [], "perf": [], "ours": []}
        for turn in range(RUNS):
            names = list(rows)
            for name in names[turn % 3:] + names[:turn % 3]:
                rows[name].append(record(name, hz, command))
        for name, row in rows.items():
            wall, processor = (statistics.median(times) for times in zip(*row))
            print(f"{hz} Hz, {name}: {wall:.4f} s, {processor:.4f} s of processors")


def waits():
    """50, 30 and 20 in a hundred."""
    run([*RECORDERS["ours"], "--off-cpu", "-o", "out.data", "--", WORK, "waits", "30"])
    times = dict.fromkeys(("wait_for_time", "wait_for_lock", "wait_for_pipe"), 0)
    for line in collapse("--no-header"):
        for name in times:
            if name in line:
                times[name] += int(line.rsplit(" ", 1)[1])
    for name, count in times.items():
        print(f"{name}: {100 * count / sum(times.values()):.2f} %")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        waits()
        shares([WORK, "busy", "1500"])
        overhead([WORK, "threads", "2", "1000"])


main()
