#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.recordings short law sanitize threads TIMEOUT 600 RUN @bin@ @fixtures@
# ctest: law.recordings-long long law TIMEOUT 1800 RUN --all @bin@ @fixtures@
"""recordings.py [--all] BIN FIXTURES - a recording of perf gives what perf script's text of it gives.

- Samples of a text (without inlined functions), as recordings of all forms (tests/system/recordings/perfdata.py): from a file, a folder or a pipe, by any
  number of threads, with options that name and select.
- Samples that are not used, and call chains that are not, are counted: the same for any number of threads.
- Labels are control groups by their paths, where the recording has them.
- Recordings after each other are read as files are; what has pid 0 outside of perf's pid namespace has no name; a chain
  ends at an unknown marker.
- Stacks that lack callers are counted once each with --repair-cut, whichever threads meet them.
- Cut anywhere: the stacks of the whole samples before the cut, and exit code 0; or exit code 1, and no output.

--all: more fixtures, and a cut at every byte.
"""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "system", "recordings"))
import perfdata  # noqa: E402
import stacks  # noqa: E402

SHORT = ["perf/cxx-fp.txt", "perf/threads-fp.txt", "perf/pagefaults-fp.txt", "perf/shells-fp.txt"]
LONG = ["perf/gcc-fp.txt", "perf/go-fp.txt", "perf/java-fp.txt", "perf/node-fp.txt", "perf/python-fp.txt",
        "perf/rust-fp.txt"]
OPTIONS = [[], ["--tid"], ["--list-events"], ["--comm", "[a-m]"], ["--simplify", "templates"], ["--time", "+0,+0.2"],
           ["--skip-after", "main"]]


ODD = 5  # every so many samples have a fault of each kind


class Odd(perfdata.Recording):
    """Of five samples: a good one, a call chain with an unknown marker, a guest's, one of no event, one that is damaged."""

    def __init__(self, samples):
        super().__init__(samples)
        self.numbers = {id(sample): number for number, sample in enumerate(samples)}

    def sample(self, sample):
        record, fault = bytearray(super().sample(sample)), self.numbers[id(sample)] % ODD
        chain = 8 + 48 + 8  # the chain of a record: its length, and a marker in front
        if fault == 1:
            record[chain:chain + 8] = self.pack("Q", 2**64 - 1000)
        elif fault == 2:
            record[4:6] = self.pack("H", 4)
        elif fault == 3:
            record[8:16] = self.pack("Q", 99)
        elif fault == 4:
            record[chain - 8:chain] = self.pack("Q", 2**62)
        return bytes(record)


class Marked(perfdata.Recording):
    """Each chain has an unknown marker before its address of a number, and numbers of no meaning after it."""

    def __init__(self, samples, order, cut):
        super().__init__(samples, order)
        self.cut = {id(sample["frames"]): at for sample, at in zip(samples, cut)}

    def chain(self, frames):
        words, mode = [], None
        for frame in frames[:self.cut[id(frames)]]:
            context, address = self.address(frame)
            words += [address] if context == mode else [context, address]
            mode = context
        words += [2**64 - 1000, 2**64 - 128, 0x1234]
        return self.pack(f"Q{len(words)}Q", len(words), *words)


class Law:
    def __init__(self, bins):
        self.bins, self.checks, self.failures = bins, 0, []

    def run(self, name, arguments, stdin=None):
        with open(stdin or os.devnull, "rb") as file:
            done = subprocess.run([os.path.join(self.bins, name)] + arguments, stdin=file, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, timeout=120)
        return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")

    def check(self, good, what):
        self.checks += 1
        if not good:
            self.failures.append(what)

    def forms(self, name, text, work, options):
        """All forms of the samples of a text, which tells processes as recordings do."""
        wanted = self.run("collapse-perf", ["--no-header"] + options + [text])
        for form in sorted(os.listdir(work)):
            path = os.path.join(work, form)
            if form == "root" or form == "text":
                continue
            common = ["--no-header", "--symfs", os.path.join(work, "root")] + options
            for threads in ["1", "2", "3", "8"]:
                got = self.run("collapse-perf", common + ["-j", threads, path])
                self.check(got[:2] == wanted[:2], f"{name} as {form}, -j {threads} {options}: exit {got[0]} {got[2]}")
            if form != "folder":
                got = self.run("collapse-perf", common, stdin=path)
                self.check(got[:2] == wanted[:2], f"{name} as {form}, standard input {options}: exit {got[0]} {got[2]}")

    def cgroups(self, samples, work):
        """Labels: the path of a control group, its number where no record tells it."""
        symbols = ["--no-header", "--symfs", os.path.join(work, "root")]
        pids = self.run("collapse-perf", ["--no-header", "--labels", "pid", write_text(samples, work)])[1]
        wanted = re.sub(rb"@pid=(\d+)", lambda pid: b"@cgroup=" + b"/pid-" * (int(pid[1]) % 2 == 0) + pid[1], pids)
        for order in "<>":
            recording, path = perfdata.Recording(samples, order, cgroups=True), os.path.join(work, "cgroups")
            for data in (recording.file(recording.stream()), recording.pipe()):
                perfdata.write(path, data)
                for threads in ["1", "2"]:
                    got = self.run("collapse-perf", symbols + ["-j", threads, "--labels", "cgroup", path])
                    self.check(sorted(got[1].splitlines()) == sorted(wanted.splitlines()),
                               f"control groups {order}, -j {threads}: exit {got[0]} {got[2]}")

    def odd(self, samples, work):
        """Twice, so that equal chains come again; two events, so that ids matter."""
        twice = [dict(sample, time=sample["time"] + turn * 10**9) for turn in range(2) for sample in samples]
        twice = [dict(sample, event="context-switches") for sample in twice[:1]] + twice
        recording, path = Odd(twice), os.path.join(work, "odd.data")
        perfdata.write(path, recording.file(recording.stream()))
        perfdata.write(os.path.join(work, "odd.pipe"), recording.pipe())
        common = ["--no-header", "--symfs", os.path.join(work, "root"), "--event-filter", samples[0]["event"]]
        used = [dict(sample, frames=sample["frames"][:None if number % ODD == 0 else 1])
                for number, sample in enumerate(twice) if number % ODD < 2 and number > 0]
        wanted = self.run("collapse-perf", ["-q", "--no-header", "--event-filter", samples[0]["event"], write_text(used, work)])
        faults = [sum(1 for number in range(len(twice)) if number % ODD == fault) for fault in range(ODD)]
        said = {f"{faults[4]} damaged samples", f"{faults[3]} samples of events that are not in the recording",
                f"{faults[2]} samples of guests", f"{faults[1]} call chains with an unknown marker"}
        for name in ("odd.data", "odd.pipe"):
            for threads in ["1", "2", "3", "8"]:
                got = self.run("collapse-perf", common + ["-j", threads, os.path.join(work, name)])
                self.check(got[:2] == wanted[:2], f"{name}, -j {threads}: exit {got[0]} {got[2]}")
                self.check(all(what in got[2] for what in said), f"{name}, -j {threads}: {said} BUT {got[2]}")

    def several(self, samples, work):
        """Recordings of all forms after each other are what they are as files, in a file and in a stream."""
        forms = [form for form in sorted(os.listdir(work)) if form.endswith(".data") and form != "branches.data"]
        both, common = os.path.join(work, "several"), ["--no-header", "--symfs", os.path.join(work, "root")]
        for number, first in enumerate(forms):
            names = [os.path.join(work, form) for form in (first, forms[number - 1], first)]
            wanted = self.run("collapse-perf", common + names)
            with open(both, "wb") as file:
                for name in names:
                    with open(name, "rb") as part:
                        file.write(part.read())
            for threads in ["1", "3"]:
                got = self.run("collapse-perf", common + ["-j", threads, both])
                self.check(got[:2] == wanted[:2], f"{names} in a file, -j {threads}: exit {got[0]} {got[2]}")
                got = self.run("collapse-perf", common + ["-j", threads], stdin=both)
                self.check(got[:2] == wanted[:2], f"{names} in a stream, -j {threads}: exit {got[0]} {got[2]}")
        os.remove(both)

    def outside(self, samples, work):
        """Of processes with pid 0 nothing is known; the others are what they were."""
        seen = sorted({sample["pid"] for sample in samples})
        gone = set(seen[::2])
        there = [dict(sample, pid=0, tid=0) if sample["pid"] in gone else sample for sample in samples]
        names = {"comm": "[outside_the_namespace]"}
        used = [dict(sample, frames=[("[unknown]", "[unknown]")] * len(sample["frames"]), **names) if sample["pid"] == 0
                else sample for sample in there]
        code, wanted, _ = self.run("collapse-perf", ["-q", "--no-header", write_text(used, work)])
        wanted = wanted.replace(b"[outside_the_namespace]", b"[outside the namespace]")
        for order in "<>":
            recording, path = perfdata.Recording(there, order), os.path.join(work, "outside")
            for data in (recording.file(recording.stream()), recording.pipe()):
                perfdata.write(path, data)
                for threads in ["1", "3"]:
                    got = self.run("collapse-perf", ["--no-header", "--symfs", os.path.join(work, "root"), "-j", threads, path])
                    self.check(got[:2] == (code, wanted), f"outside {order}, -j {threads}: exit {got[0]} {got[2]}")
        os.remove(path)

    def markers(self, samples, work):
        """An unknown marker ends a chain; before the first address it leaves the sample's."""
        cut = [(number * 7) % (len(sample["frames"]) + 1) for number, sample in enumerate(samples)]
        used = [dict(sample, frames=sample["frames"][:max(at, 1)]) for sample, at in zip(samples, cut)]
        wanted = self.run("collapse-perf", ["-q", "--no-header", write_text(used, work)])
        for order in "<>":
            recording, path = Marked(samples, order, cut), os.path.join(work, "markers")
            for data in (recording.file(recording.stream()), recording.pipe()):
                perfdata.write(path, data)
                for threads in ["1", "3"]:
                    got = self.run("collapse-perf", ["--no-header", "--symfs", os.path.join(work, "root"), "-j", threads, path])
                    self.check(got[:2] == wanted[:2], f"markers {order}, -j {threads}: exit {got[0]} {got[2]}")
                    self.check(f"{len(samples)} call chains with an unknown marker" in got[2],
                               f"markers {order}, -j {threads} are not counted: {got[2]}")
        os.remove(path)

    def originals(self, text, work):
        """They are told no processes, as by perf script."""
        for name in ["stackcollapse-perf.pl", "inferno-collapse-perf"]:
            for options in [[], ["--tid"]]:
                wanted = self.run(name, options + [text])
                symbols = ["--symfs", os.path.join(work, "root")]
                got = self.run(name, options + symbols + [os.path.join(work, "file.data")])
                self.check(got[:2] == wanted[:2], f"{text} by {name} {options}: exit {got[0]} {got[2]}")

    def cuts(self, samples, work, form, step):
        """Every length of a recording of few samples; those are in the order of their bytes."""
        path, common = os.path.join(work, "cut"), ["--no-header", "--symfs", os.path.join(work, "root")]
        with open(os.path.join(work, form), "rb") as file:
            data = file.read()
        ends = [0] + [perfdata.find_end(data, sample) for sample in samples]
        wanted = [self.run("collapse-perf", ["--no-header", write_text(samples[:count], work)])[1] for count in range(len(ends))]
        lengths = set(range(0, len(data), step)) | {end + more for end in ends[1:] for more in (-1, 0, 1)}
        for length in sorted(lengths):
            with open(path, "wb") as file:
                file.write(data[:length])
            whole = max(number for number, end in enumerate(ends) if end <= length)
            code, out, said = self.run("collapse-perf", common + [path])
            self.check((code == 0 and out == wanted[whole] and out) or (code == 1 and not out and whole == 0),
                       f"{form} cut to {length} bytes: {whole} whole samples, exit {code}: {said}")

    def damage(self, work, form, step):
        """Cut where samples cannot be told from the bytes: stacks of some of them, or none."""
        path, common = os.path.join(work, "cut"), ["--no-header", "--symfs", os.path.join(work, "root")]
        with open(os.path.join(work, form), "rb") as file:
            data = file.read()
        whole = counts(self.run("collapse-perf", common + [os.path.join(work, form)])[1])
        for length in range(0, len(data), step):
            with open(path, "wb") as file:
                file.write(data[:length])
            code, out, said = self.run("collapse-perf", common + [path])
            some = all(count <= whole.get(stack, 0) for stack, count in counts(out).items())
            self.check(code in (0, 1) and some and (code == 0) == bool(out),
                       f"{form} cut to {length} bytes: exit {code}: {said}")


    def repaired(self, work):
        """Many times the same stacks, some of which are cut: what is said of them, too."""
        machine, path = stacks.MACHINES["x86_64"], os.path.join(work, "cut.data")
        stacks.write(os.path.join(work, "root/opt/demo"), machine.program())
        common = ["--no-header", "--no-inline", "--repair-cut", "--symfs", os.path.join(work, "root"), path]
        for samples, of in [(stacks.samples_of_x86(machine), "1 of 6"), (stacks.samples_with_chains(machine), "0 of 7")]:
            stacks.write(path, machine.file(2000 * samples))
            wanted = self.run("collapse-perf", common + ["-j", "1"])
            self.check(f" {of} different stacks" in wanted[2], f"--repair-cut, {of}: exit {wanted[0]} {wanted[2]}")
            for threads in ["2", "3", "8"]:
                got = self.run("collapse-perf", common + ["-j", threads])
                self.check(got == wanted, f"--repair-cut, {of}, -j {threads}: exit {got[0]} {got[2]}")


def counts(folded):
    return {stack: int(count) for stack, count in (line.rsplit(b" ", 1) for line in folded.splitlines())}


def write_text(samples, work):
    path = os.path.join(work, "text")
    with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
        for sample in samples:
            seconds, nanos = divmod(sample["time"], 10**9)
            file.write(f"{sample['comm']} {sample['pid']}/{sample['tid']} [{sample['cpu']:03}] {seconds}.{nanos // 1000:06}: "
                       f"{sample['period']} {sample['event']}: \n")
            file.writelines(f"\t 1000 {symbol}+0x8 ({module})\n" for symbol, module in sample["frames"])
            file.write("\n")
    return path


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--all"]
    is_all = "--all" in sys.argv
    if len(arguments) != 2:
        sys.exit(__doc__.split("\n", maxsplit=1)[0])
    law, fixtures = Law(os.path.abspath(arguments[0])), arguments[1]
    for name in SHORT + (LONG if is_all else []):
        text = os.path.join(fixtures, name)
        with tempfile.TemporaryDirectory() as work:
            samples = perfdata.read_text(text)
            perfdata.make_of(samples, work)
            for options in OPTIONS:
                law.forms(name, write_text(samples, work), work, options)
            law.originals(text, work)
            law.cgroups(samples, work)
            law.several(samples, work)
            law.outside(samples, work)
            law.markers(samples, work)
            if all(sample["frames"] for sample in samples):
                law.odd(samples, work)
    samples = perfdata.read_text(os.path.join(fixtures, SHORT[0]))[:6]
    for sample in samples:
        sample["cpu"] = 0
    with tempfile.TemporaryDirectory() as work:
        perfdata.make_of(samples, work)
        for form in ["file.data", "pipe.data", "swapped.data"]:
            law.cuts(samples, work, form, 1 if is_all else 23)
        if os.path.exists(os.path.join(work, "packed.data")):
            law.damage(work, "packed.data", 1 if is_all else 23)
    with tempfile.TemporaryDirectory() as work:
        law.repaired(work)
    print("\n".join(law.failures[:20]))
    print(f"{law.checks} recordings: {len(law.failures)} failed")
    sys.exit(1 if law.failures or law.checks == 0 else 0)


main()
