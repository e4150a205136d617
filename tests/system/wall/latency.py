#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: system.latency long system NEEDS events TIMEOUT 300 RUN @bin@ @made@/wall_programs
"""latency.py BIN PROGRAMS - does collapse-perf --latency weigh a recording as perf report --latency does?

perf records a program that is serial and then parallel, and both say the share of each thread: within half a point in the median of
the rounds, for perf weighs samples and collapse-perf time. $PERF_PREFIX
begins the command of another perf ("chroot DIRECTORY "), to which the folders of this and of temporary files have to be known by the
same names. Skipped where perf is older than 6.15.
"""

import collections
import os
import re
import shlex
import statistics
import subprocess
import sys
import tempfile

PERF = [*shlex.split(os.environ.get("PERF_PREFIX", "")), "perf"]
SKIPPED, POINTS, ROUNDS = 77, 0.5, 3


def run(*words):
    try:
        return subprocess.run(words, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return subprocess.CompletedProcess(words, 127, "", "")


def by_perf(path):
    printed = run(*PERF, "report", "--latency", "--sort=comm", "-g", "none", "--no-children", "--stdio", "-i", path).stdout
    return {row[2]: float(row[1]) for row in re.finditer(r"^ +([0-9.]+)% +[0-9.]+% +(\S+)", printed, re.MULTILINE)}


def by_ours(bin_folder, path):
    sums = collections.Counter()
    for line in run(os.path.join(bin_folder, "collapse-perf"), "--latency", "--no-header", path).stdout.splitlines():
        stack, count = line.rsplit(" ", 1)
        sums[stack.split(";")[0]] += int(count)
    return {comm: 100 * count / sum(sums.values()) for comm, count in sums.items()}


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.split("\n", maxsplit=1)[0])
    bin_folder, programs = map(os.path.abspath, sys.argv[1:])
    worst = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "perf.data")
        for _ in range(ROUNDS):
            done = run(*PERF, "record", "--latency", "-e", "cpu-clock", "-F", "997", "-g", "-o", path, "--", programs, "latency", "500")
            if not os.path.exists(path):
                print("skipped: no perf that records latencies", done.stderr[-300:])
                sys.exit(SKIPPED)
            perf, ours = by_perf(path), by_ours(bin_folder, path)
            worst.append(max(abs(perf.get(comm, 0) - ours.get(comm, 0)) for comm in [*perf, *ours]))
            print({comm: (perf.get(comm), round(share, 2)) for comm, share in ours.items()}, f"at most {worst[-1]:.2f} points apart", flush=True)
            if len(ours) < 3:
                sys.exit("threads are missing")
    sys.exit(statistics.median(worst) > POINTS)


if __name__ == "__main__":
    main()
