#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.sums short law sanitize RUN @bin@ @fixtures@
"""sums.py BIN FIXTURES - what a format's output comes to is what the input says by itself.

One row a kind of fixture: where the totals stand, or how they are counted without looking at
stacks. Formats whose program is not in BIN (a library was missing) are left out.
"""
import glob
import json
import os
import re
import subprocess
import sys


def numbers(pattern):
    """The sum of what the pattern's group is, wherever it matches."""
    return lambda text: sum(int(n) for n in re.findall(pattern, text, re.M))


def massif_peak(text):
    """mem_heap_B of the snapshot whose tree is the peak's."""
    return int(re.search(r"mem_heap_B=(\d+)\n(?:mem_\w+=\d+\n)*heap_tree=peak", text)[1])


def strace_calls(text):
    """Calls: lines that are followed by a line of a stack."""
    lines = text.split("\n")
    return sum(not a.startswith(" >") and b.startswith(" >") for a, b in zip(lines, lines[1:]))


def hits(text):
    return sum(node["hitCount"] for node in json.loads(text)["nodes"])


def heap_bytes(text):
    def size(node):
        return node["selfSize"] + sum(size(child) for child in node["children"])
    return size(json.loads(text)["head"])


def stackprof_samples(text):
    """raw is: depth, that many frames, how often; again and again."""
    raw, at, total = json.loads(text)["raw"], 0, 0
    while at < len(raw):
        at += raw[at] + 2
        total += raw[at - 1]
    return total


def raw_samples(column):
    """The lines `10 100000000: 1 2 3` behind Samples:, up to Locations; None: of the column that is
    marked as the default, or of the last one."""
    def total(text):
        part = text[text.index("Samples:"):text.index("Locations")]
        types = [word.endswith("[dflt]") for word in part.split("\n")[1].split()]
        which = (types.index(True) if any(types) else -1) if column is None else column
        return sum(int(line.split(":")[0].split()[which]) for line in part.split("\n")
                   if re.match(r" *\d+( +\d+)*:", line))
    return total


def nanoseconds(number, unit):
    scale = {"ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9, "B": 1, "kB": 2**10, "MB": 2**20}
    return round(float(number) * scale[unit])


def trace_values(text):
    """What stands in front of the first frame of each stack."""
    found = re.findall(r"^ +([\d.]+)(ns|us|ms|s|B|kB|MB) +\S", text, re.M)
    return sum(nanoseconds(*pair) for pair in found)


def graph_roots(text):
    """The rows of the graph that are nobody's branch."""
    return sum(nanoseconds(*pair)
               for pair in re.findall(r"^ *([\d.]+) +(us|ms|s) : \(\d+\) ", text, re.M))


def firefox_samples(text):
    """Samples that have a stack, in all threads of all processes, also in one that is a string."""
    total = 0
    profiles = [json.loads(text)]
    for profile in profiles:
        profiles += profile.get("processes", [])
        for thread in profile["threads"]:
            if isinstance(thread, str):
                profiles.append(json.loads(thread))
                continue
            samples = thread["samples"]
            stacks = [row[samples["schema"]["stack"]] for row in samples["data"]] if "data" in samples else samples["stack"]
            total += sum(stack is not None for stack in stacks)
    return total


def dhat(member):
    return lambda text: sum(point[member] for point in json.loads(text)["pps"])


def lines(pattern):
    return lambda text: len(re.findall(pattern, text, re.M))


ROWS = (  # format, fixtures, options, what the counts should come to
    ("callgrind", "*.out", (), numbers(r"^totals: (\d+)")),
    ("callgrind", "*.out", ("--least", "0"), numbers(r"^totals: (\d+)")),
    ("massif", "*.out", (), massif_peak),
    ("heaptrack", "*.folded", (), numbers(r"; (\d+)$")),
    ("stap", "*", (), numbers(r"^\s*(\d+)$")),
    ("pprof-rs", "*", (), numbers(r" (\d+)$")),
    ("strace", "*", (), strace_calls),
    ("stackprof", "*.json", (), stackprof_samples),
    ("cpuprofile", "*.cpuprofile", (), hits),
    ("cpuprofile", "*.heapprofile", (), heap_bytes),
    ("dtrace", "c.txt", (), numbers(r"^\s+(\d+)$")),
    ("go", "raw-*.txt", (), raw_samples(None)),
    ("go", "raw-cpu.txt", ("--sample-index", "cpu"), raw_samples(1)),
    ("go", "traces-*.txt", (), trace_values),
    ("uftrace", "*-graph.txt", (), graph_roots),
    ("firefox", "*.json", ("--weight", "count"), firefox_samples),
    ("dhat", "*.json", (), dhat("tb")),
    ("dhat", "heap.json", ("--value", "end-blocks"), dhat("ebk")),
    ("python", "*.txt", ("--states", "ALL"), lines(r"^(Thread|Traceback for thread|Stack dump)\b")),
    ("procstack", "threads.txt", (), lines(r"^==>")),
    ("rprof", "*.out", (), lines(r'"main" $')),
    ("julia", "*.txt", (), numbers(r"Total snapshots: (\d+)")),
    ("async-profiler", "*.txt", (), numbers(r"^--- (\d+) ns")),
    ("async-profiler", "*.txt", ("--count",), numbers(r"^--- .*, (\d+) samples?$")),
    ("eflame", "*.txt", (), lines(r"^<")),
    ("austin", "*.txt", (), numbers(r" (\d+),[01],-?\d+$")),
)


def folded_sum(command):
    run = subprocess.run(command, capture_output=True, check=False)
    lines = run.stdout.decode("utf-8", "replace").split("\n")
    return sum(int(line.rsplit(" ", 1)[1]) for line in lines if line), run.returncode


def main():
    folder, fixtures = sys.argv[1:]
    checks = failed = 0
    for name, pattern, options, total in ROWS:
        tool = os.path.join(folder, "collapse-" + name)
        if not os.path.exists(tool):
            continue
        paths = sorted(glob.glob(os.path.join(fixtures, name, pattern)))
        if not paths:
            print(f"FAILED {name}: no fixture is called {pattern}")
            failed += 1
        for path in paths:
            with open(path, encoding="utf-8", errors="replace") as file:
                wanted = total(file.read())
            got, code = folded_sum([tool, "-q", "--no-header", *options, path])
            checks += 1
            if got != wanted or code != 0 or wanted == 0:
                print(f"FAILED {name} {os.path.basename(path)} {' '.join(options)}: "
                      f"{got}, not {wanted}; exit {code}")
                failed += 1
    print(f"{checks} sums, {failed} failed")
    return 1 if failed or checks == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
