# SPDX-License-Identifier: MIT
"""
pipeline.py - the suite "pipeline" of bench.py: from a recording to the picture, by every way that
this machine has.
"""
import glob
import os
import shutil
from collections import namedtuple

from suites import Case, Input, Row, Suite, is_page, is_svg

# One recording: command() of recorded.py, seconds, samples a second, options of perf record.
Recording = namedtuple("Recording", "label kind seconds frequency options")

RECORDINGS = (
    Recording("frame pointers", "fp", "16", "30000", "-g"),
    Recording("DWARF", "dwarf", "6", "999", "--call-graph dwarf,16384"),
    Recording("DWARF, many inlined functions", "inlines", "4", "999", "--call-graph dwarf,8192"),
    Recording("the system, compiling", "compile", "10", "4999", "-g -a"),
    Recording("frame pointers, compressed", "fp", "16", "30000", "-g -z"),
    Recording("Rust, DWARF", "rust", "6", "2000", "--call-graph dwarf,8192"),
)


def has_stacks(out, paths):
    """A list of processes alone comes to less than a thousandth of the recording."""
    found = os.path.getsize(out) > max(1000, os.path.getsize(paths[0]) / 1000)
    return None if found else "the output has no stacks"


DRAW = " | {bin}/flamegraph -q"
SCRIPT = "perf script -i {in} 2>/dev/null | {bin}/collapse-perf -q" + DRAW
WAYS = (
    Row("collapse-perf | flamegraph", "{bin}/collapse-perf -q {in}" + DRAW, "flamegraph", is_svg),
    Row("collapse-perf | flamegraph --html",
        "{bin}/collapse-perf -q --labels time,tid {in}" + DRAW + " --html", "flamegraph", is_page),
    Row("perf script --no-inline | collapse-perf | flamegraph",
        SCRIPT.replace("perf script", "perf script --no-inline"), check=is_svg),
    Row("perf script | collapse-perf | flamegraph", SCRIPT, check=is_svg),
    Row("perf script report stackcollapse | flamegraph",
        "perf script report stackcollapse -i {in} 2>/dev/null" + DRAW, check=is_svg),
)
for way in WAYS:
    way.alone = True

# The program that reads recordings for hotspot, which shows no picture before it has ended.
HOTSPOT = "hotspot-perfparser"
HOTSPOT_FOLDERS = "/usr/lib/*/libexec", "/usr/libexec", "/usr/lib/libexec"


def installed():
    """Rows of programs that are on this machine."""
    found = shutil.which(HOTSPOT)
    for folder in HOTSPOT_FOLDERS:
        found = found or next(iter(glob.glob(os.path.join(folder, HOTSPOT))), None)
    if not found:
        print(f"pipeline: no {HOTSPOT} here\n", flush=True)
        return []
    return [Row(HOTSPOT, f"{found} --input {{in}} 2>/dev/null", check=has_stacks)]


def peers(options):
    """Rows of --peer NAME=COMMAND: {in} is the recording; the command prints what it makes."""
    return [Row(name, command if "{in}" in command else command + " {in}", check=has_stacks)
            for name, command in options.peer]


def pipeline(options):
    if not shutil.which("perf"):
        print("pipeline: skipped: no perf here\n", flush=True)
        return []
    cases, others = [], installed() + peers(options)
    for what in RECORDINGS:
        size = ("999", "0.3") if options.quick else (what.frequency, what.seconds)
        made = Input("recorded", 0, (what.kind, *size, what.options))
        # perf's own inlined functions may take minutes: one round of each way is enough then.
        cases.append(Case(what.label, (made,), (*WAYS, *others), most=3))
    return cases


SUITE = Suite("pipeline", "from a recording to the picture",
              ("seconds", "ratio", "cpu", "cpu_ratio", "peak", "output"), pipeline)
