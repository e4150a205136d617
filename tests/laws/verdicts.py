#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.verdicts short law NEEDS all-formats RUN @bin@ @fixtures@
"""verdicts.py BIN FIXTURES [TABLE] - the first line of diffreport is enough to judge a change.

Profiles of real programs (a C++ program by perf, Go by pprof, Ruby by stackprof, a heap by massif, the
instructions of callgrind) are collapsed as they come, and changed as programs change: slower
everywhere, by one function, by noise alone, recorded for longer, of another unit. A reader who sees
the first line of the report and nothing else says whether the program became slower and whether the
job fails; both must be so, and the exit code must be the job's. TABLE gets a line per diff.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

BIN, FIXTURES = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
ALIKE = 3  # percent: less is no difference to a reader


class Profile:
    def __init__(self, header, stacks):
        self.header, self.stacks = header, dict(stacks)

    def scaled(self, factor, pattern=None):
        """All counts, or those of stacks that match, times the factor; whole samples stay whole."""
        return Profile(self.header, {
            stack: count * factor if pattern is None or re.search(pattern, stack) else count
            for stack, count in self.stacks.items()})

    def total(self):
        return sum(self.stacks.values())

    def renamed(self, old, new):
        return Profile(self.header, {re.sub(old, new, stack): count for stack, count in self.stacks.items()})

    def noisy(self, seed, size, period):
        """Another run of the same program: `size` samples drawn from this one."""
        draw = random.Random(seed)
        stacks = sorted(self.stacks)
        drawn = draw.choices(stacks, [self.stacks[stack] for stack in stacks], k=size)
        return Profile(self.header, {stack: drawn.count(stack) * period for stack in set(drawn)})

    def write(self, path):
        with open(path, "w", encoding="utf-8") as out:
            out.write(self.header)
            for stack, count in sorted(self.stacks.items()):
                if count:
                    out.write("%s %d\n" % (stack, round(count)))
        return path


def collapse(tool, path, *options):
    text = subprocess.run([os.path.join(BIN, tool), "-q", *options, os.path.join(FIXTURES, path)],
                          stdout=subprocess.PIPE, check=True).stdout.decode()
    lines = text.splitlines()
    header = "".join(line + "\n" for line in lines if re.match("# flambeau: (unit|event)=", line))
    stacks = {}
    for line in lines:
        if not line.startswith("#"):
            stack, _, count = line.rpartition(" ")
            stacks[stack] = stacks.get(stack, 0) + int(count)
    return Profile(header, stacks)


def reads(line):
    """What a reader of this line alone says: the direction, and whether the job fails."""
    change = re.search(r"\(([-+]?[\d,.]+) %\)", line)
    if line.startswith("totals cannot be compared: "):
        direction = "not comparable"
    elif "shares are compared, not totals" in line:
        direction = "shares only"
    else:
        percent = float(change.group(1).replace(",", ""))
        direction = "slower" if percent > ALIKE else "faster" if percent < -ALIKE else "as before"
    if "over budget" in line:
        job = "fails"
    elif "within budget" in line:
        job = "passes, total not guarded" if line.endswith("(no budget for the total)") else "passes"
    else:
        job = "no budget"
    return direction, job


PERIOD = 2004008  # ns, of the samples of the C++ program
size = 61 * 40
cxx = collapse("collapse-perf", "perf/cxx-fp.txt").noisy(0, size, PERIOD)
go_cpu = collapse("collapse-pprof", "pprof/go-cpu.pb.gz").scaled(10)
heap = collapse("collapse-pprof", "pprof/go-allocs.pb.gz")
massif = collapse("collapse-massif", "massif/tree.out")
instructions = collapse("collapse-callgrind", "callgrind/tree.out")
ruby = collapse("collapse-stackprof", "stackprof/wall.json").scaled(10)
calls = collapse("collapse-uftrace", "uftrace/threads-replay.txt")
nameless = Profile(cxx.header, cxx.stacks) # a fifth of every stack, below its root
for stack, count in cxx.stacks.items():
    nameless.stacks[stack] -= count // PERIOD // 5 * PERIOD
    nameless.stacks[stack.split(";")[0] + ";[unknown]"] = \
        nameless.stacks.get(stack.split(";")[0] + ";[unknown]", 0) + count // PERIOD // 5 * PERIOD

# name, before, after, options, what a reader has to say
DIFFS = [
    ("C++: everything takes three times as long", [cxx], [cxx.scaled(3)], ["--fail-over=2"],
     ("slower", "passes, total not guarded")),
    ("C++: the same, the total has a limit", [cxx], [cxx.scaled(3)], ["--fail-over=2", "--fail-over-total=5%"],
     ("slower", "fails")),
    ("C++: the same, functions have a limit of time", [cxx], [cxx.scaled(3)], ["--fail-over=50ms"],
     ("slower", "fails")),
    ("C++: the same, no limits", [cxx], [cxx.scaled(3)], [], ("slower", "no budget")),
    ("C++: one function takes twice as long", [cxx], [cxx.scaled(2, "Circle::area$")],
     ["--fail-over=2", "--fail-over-total=20%"], ("slower", "fails")),
    ("C++: one function grows, another shrinks as much", [cxx],
     [Profile(cxx.header, {stack: count * (2 if re.search("Circle::area$", stack) else 0.2 if
                                            re.search("memcmp_evex", stack) else 1)
                           for stack, count in cxx.stacks.items()})],
     ["--fail-over=2", "--fail-over-total=5%"], ("as before", "fails")),
    ("C++: the same program again", [cxx.noisy(1, size, PERIOD)], [cxx.noisy(2, size + 31, PERIOD)],
     ["--fail-over=2", "--fail-over-total=5%"], ("as before", "passes")),
    ("C++: the same program, three baselines", [cxx.noisy(n, size + 20 * n, PERIOD) for n in (3, 4, 5)],
     [cxx.noisy(6, size + 60, PERIOD)], ["--fail-over=2", "--fail-over-total=5%", "--budget=Fib=+80ms"],
     ("as before", "passes")),
    ("C++: slower than three baselines of different lengths",
     [cxx.scaled(0.9), cxx, cxx.scaled(1.1)], [cxx.scaled(1.2)], ["--fail-over-total=10%"], ("slower", "fails")),
    ("C++: half the time", [cxx], [cxx.scaled(0.5)], ["--fail-over=1ms", "--fail-over-total=0"],
     ("faster", "passes")),
    ("C++: a sixth less, two recordings a side", [cxx, cxx.scaled(2)], [cxx.scaled(1.5), cxx],
     ["--fail-over-total=1%"], ("faster", "passes")),
    ("C++: names of functions were lost", [cxx], [nameless], ["--fail-over=2", "--fail-over-total=5%"],
     ("as before", "passes")),
    ("C++: the new program has another name", [cxx.renamed("^[^;]*", "old")], [cxx.scaled(1.3).renamed("^[^;]*", "new")],
     ["--fail-over-total=25%"], ("slower", "fails")),
    ("Go: the collector takes 100 ms more", [go_cpu], [go_cpu.scaled(1.1, "gcDrain")],
     ["--fail-over-total=5%", "--budget=gcDrain=+20ms"], ("as before", "fails")),
    ("Go: twice as many bytes allocated", [heap], [heap.scaled(2)], ["--fail-over-total=1MiB"],
     ("slower", "fails")),
    ("a heap: a leak of a tenth", [massif], [massif.scaled(1.1)], ["--fail-over=2"],
     ("slower", "passes, total not guarded")),
    ("callgrind: two percent more instructions", [instructions], [instructions.scaled(1.02)],
     ["--fail-over-total=5%"], ("as before", "passes")),
    ("Ruby: ten percent more samples", [ruby], [ruby.scaled(1.1)], ["--fail-over-total=5%"], ("slower", "fails")),
    ("uftrace: one call takes 60 ms more", [calls],
     [Profile(calls.header, dict(calls.stacks, **{"main;pthread_create": calls.stacks["main;pthread_create"] + 60000000}))],
     ["--budget=pthread_create=+50ms"], ("slower", "fails")),
    ("a server for 30 s and for 60 s", [cxx], [cxx.scaled(2)], ["--normalize", "--fail-over=2"],
     ("shares only", "passes")),
    ("a server for longer, and one function grew", [cxx], [cxx.scaled(2).scaled(2, "Circle::area$")],
     ["--normalize", "--fail-over=2"], ("shares only", "fails")),
    ("time against memory", [cxx], [massif], ["--fail-over=100"], ("not comparable", "passes, total not guarded")),
    ("a file that does not name its unit", [cxx], [Profile("", cxx.stacks)], [], ("not comparable", "no budget")),
]
EXITS = {"fails": 3}

failures = 0
table = open(sys.argv[3], "w", encoding="utf-8") if len(sys.argv) > 3 else None
with tempfile.TemporaryDirectory() as work:
    for name, before, after, options, wanted in DIFFS:
        command = [os.path.join(BIN, "diffreport"), "-q", *options]
        for side, profiles in (("before", before), ("after", after)):
            for number, profile in enumerate(profiles):
                command += ["--" + side, profile.write(os.path.join(work, "%s-%d" % (side, number)))]
        lines = {}
        for form in ("text", "brief", "markdown", "json"):
            done = subprocess.run(command + ["--format", form], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            lines[form] = done.stdout.decode().split("\n")[0]
            if done.returncode != EXITS.get(wanted[1], 0):
                failures += 1
                print("FAILED %s: exit %d by %s\n%s" % (name, done.returncode, form, done.stderr.decode()))
        line = lines["text"]
        if lines["brief"] != line or lines["markdown"] != line or \
                '"text": "%s"' % line.replace(">", "\\u003e") not in lines["json"]:
            failures += 1
            print("FAILED %s: the formats differ: %s" % (name, lines))
        if reads(line) != wanted:
            failures += 1
            print("FAILED %s: '%s' reads as %s, and is %s" % (name, line, reads(line), wanted))
        if table:
            table.write("%s\t%s\t%s\t%s\t%s\texit %d\n" % (
                name, " ".join(options), line, ", ".join(reads(line)), ", ".join(wanted), done.returncode))
    # what cannot be compared cannot be within a limit either
    done = subprocess.run([os.path.join(BIN, "diffreport"), "--fail-over-total=5%", cxx.write(os.path.join(work, "a")),
                           massif.write(os.path.join(work, "b"))], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 1 or done.stdout or b"totals cannot be compared: " not in done.stderr:
        failures += 1
        print("FAILED a limit for what cannot be compared: exit %d" % done.returncode)
print("%d diffs, %d failures" % (len(DIFFS), failures))
sys.exit(failures > 0)
