#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: real.jfr long real RUN @bin@
"""jfr.py BIN [SECONDS] - collapse-jfr reads a recording that the JDK of this machine makes, beside the JDK's own program.

- jdk.ExecutionSample: the same bytes as `jfr print --stack-depth 2048 | collapse-jfr`.
- Allocations, locks, parks: sums by stack as a count of `jfr print --json` gives them.
- --list-events: the counts of `jfr summary`.
- flamegraph-record --profiler jfr makes a graph of a command.

Skipped where there is no JDK.
"""

import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
NAMES = [[], ["--thread-names"], ["--shorten-pkgs"], ["--no-pkgs"], ["--thread-names", "--no-pkgs"]]
WEIGHTS = {"jdk.ObjectAllocationSample": "weight", "jdk.ObjectAllocationOutsideTLAB": "allocationSize",
           "jdk.JavaMonitorEnter": "duration", "jdk.ThreadPark": "duration", "jdk.ThreadSleep": "duration"}


def run(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, **more).stdout


def record(work, milliseconds):
    run(["javac", "-d", work, os.path.join(HERE, "Shop.java")])
    path = os.path.join(work, "shop.jfr")
    run(["java", f"-XX:StartFlightRecording:settings={HERE}/shop.jfc,filename={path},dumponexit=true",
         "-XX:FlightRecorderOptions:stackdepth=30", "-Xlog:jfr+startup=off", "-Xmx128m", "-cp", work, "shop.Shop",
         str(milliseconds)], env={"LANG": "C.UTF-8", "PATH": os.environ["PATH"]}, cwd=work)
    return path


def nanoseconds(text):
    parts = re.fullmatch(r"PT(?:(\d+)M)?(?:(\d+)(?:\.(\d+))?S)?", text)
    return (int(parts[1] or 0) * 60 + int(parts[2] or 0)) * 10**9 + int((parts[3] or "0").ljust(9, "0"))


def count(events, name):
    """Stacks and sums, from JSON."""
    sums = collections.Counter()
    for event in events:
        values = event["values"]
        weight = values[WEIGHTS[name]]
        weight = nanoseconds(weight) if isinstance(weight, str) else int(weight)
        frames = []
        trace = values["stackTrace"]
        for frame in trace["frames"] if trace else []:
            method = frame["method"]
            if not method["hidden"]:
                frames.append(method["type"]["name"].replace("/", ".") + "." + method["name"])
        frames = frames or ["[unknown]"]
        if trace and trace["truncated"]:
            frames.append("[truncated]")
        if event["type"] == name and weight > 0:
            sums[";".join(reversed(frames)).replace("\t", " ")] += weight
    return b"".join(line + b"\n" for line in sorted(f"{stack} {sum}".encode() for stack, sum in sums.items()))


def check_names(tool, path, failures):
    text = run(["jfr", "print", "--stack-depth", "2048", "--events", "jdk.ExecutionSample", path])
    for options in NAMES:
        wanted = run([tool, "-q", "--no-header"] + options, input=text)
        got = run([tool, "-q", "--no-header"] + options + [path])
        if got != wanted or not got:
            failures.append(f"jdk.ExecutionSample with {options}")


def check_sums(tool, path, failures):
    for name in WEIGHTS:
        events = json.loads(run(["jfr", "print", "--json", "--stack-depth", "2048", "--events", name, path]), strict=False)
        wanted = count(events["recording"]["events"], name)
        if not wanted:
            print(f"{name}: none was recorded")
            continue
        if run([tool, "-q", "--no-header", "--event", name, path]) != wanted:
            failures.append(f"sums of {name}")


def check_list(tool, path, failures):
    summary = {}
    for line in run(["jfr", "summary", path]).decode().splitlines():
        words = line.split()
        if len(words) == 3 and "." in words[0] and words[1].isdigit() and words[1] != "0":
            summary[words[0]] = words[1]
    listed = {line.split("\t")[0]: line.split("\t")[1] for line in run([tool, "--list-events", path]).decode().splitlines()}
    for name in ("jdk.Metadata", "jdk.CheckPoint"):
        summary.pop(name, None)
    if summary != listed:
        failures.append(f"--list-events: {listed}, but jfr summary: {summary}")


def check_record(bins, work, failures):
    picture = os.path.join(work, "record.svg")
    command = [os.path.join(bins, "flamegraph-record"), "--profiler", "jfr", "-o", picture, "--", "java", "-Xmx128m", "-cp", work,
               "shop.Shop", "1500"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=work)
    with open(picture, "rb") as file:
        text = file.read() if done.returncode == 0 else b""
    if b"shop.Shop.compute" not in text:
        failures.append(f"flamegraph-record --profiler jfr: exit {done.returncode}: {done.stdout.decode('utf-8', 'replace')}")


def main():
    bins = sys.argv[1]
    missing = [name for name in ("java", "javac", "jfr") if not shutil.which(name)]
    if missing:
        print(f"no {missing[0]} here: no recording can be made")
        sys.exit(77)
    tool, failures = os.path.join(bins, "collapse-jfr"), []
    with tempfile.TemporaryDirectory() as work:
        path = record(work, int(float(sys.argv[2]) * 1000) if len(sys.argv) > 2 else 3000)
        check_names(tool, path, failures)
        check_sums(tool, path, failures)
        check_list(tool, path, failures)
        check_record(bins, work, failures)
        if failures:
            shutil.copy(path, os.path.join(tempfile.gettempdir(), "flambeau-failed.jfr"))
    for failure in failures:
        print("FAILED", failure)
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
