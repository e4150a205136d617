#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sampler_overhead.py [OPTIONS] LIBRARY PROGRAM [ARGUMENT...] - what sampling costs.

Runs PROGRAM, which must do the same work in every run, in turn as it is and with LIBRARY (libflamesample)
preloaded, and compares user and system CPU time of each pair: prints the median of the ratios for
every rate, and the middle half of them.
"""
import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile


def arguments():
    parser = argparse.ArgumentParser(description="Measure what sampling costs.")
    parser.add_argument("library")
    parser.add_argument("program", nargs=argparse.REMAINDER)
    parser.add_argument("--pairs", type=int, default=15, help="for each rate; 15")
    parser.add_argument("--rates", default="99,250", help="in Hz; 99,250")
    return parser.parse_args()


def cpu_seconds(command, environment):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def ratios(options, rate, folder):
    plain = dict(os.environ)
    sampled = dict(plain, LD_PRELOAD=os.path.abspath(options.library), FLAMESAMPLE_HZ=rate,
                   FLAMESAMPLE_QUIET="1", FLAMESAMPLE_OUT=os.path.join(folder, "out.folded"))
    found = []
    for pair in range(options.pairs):
        order = [plain, sampled] if pair % 2 == 0 else [sampled, plain]
        seconds = [cpu_seconds(options.program, environment) for environment in order]
        if pair % 2 != 0:
            seconds.reverse()
        found.append(seconds[1] / seconds[0])
    return sorted(found)


def main():
    options = arguments()
    if not options.program:
        sys.exit("a program is expected")
    with tempfile.TemporaryDirectory() as folder:
        cpu_seconds(options.program, os.environ)
        for rate in options.rates.split(","):
            found = ratios(options, rate, folder)
            quarter = len(found) // 4
            print("%5s Hz: %+.2f %% of CPU time, median of %d pairs; the middle half %+.2f to "
                  "%+.2f %%" % (rate, 100 * statistics.median(found) - 100, len(found),
                                100 * found[quarter] - 100, 100 * found[-1 - quarter] - 100),
                  flush=True)


if __name__ == "__main__":
    main()
