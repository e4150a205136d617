#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: bench.quick long bench NEEDS !sanitizers TIMEOUT 1800 RUN @bin@ --quick --tests @made@
"""bench.py BIN [OPTIONS] - how fast is it, and how much memory does it take?

Runs the suites of suites.py on generated input, each command of a case in turn (A B C A B C
...), and prints medians, the ratio to the first command of the case, and the peak of memory.
See README.md here.
"""
import argparse
import fcntl
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pipeline  # noqa: E402
import report  # noqa: E402
import suites  # noqa: E402

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "system", "recordings"))
import recorded  # noqa: E402

HOSTILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "hostile.py")
JFR = os.path.join(os.path.dirname(HOSTILE), "../system/recordings/jfr.py")
UNITS = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9}
M = 10**6
QUICK = 4 * M  # bytes of input in a --quick run
SUITES = (*suites.SUITES, pipeline.SUITE)


def size_of(text):
    """'500M' -> 500000000"""
    match = re.fullmatch(r"(\d+)([kMG]?)", text)
    if not match:
        raise argparse.ArgumentTypeError("not a size: " + text)
    return int(match[1]) * UNITS[match[2]]


def arguments():
    parser = argparse.ArgumentParser(
        description="Measure the programs in BIN.",
        epilog="Suites: " + "; ".join(f"{s.name}: {s.help}" for s in SUITES))
    parser.add_argument("bin", help="folder of the programs")
    parser.add_argument("--suite", metavar="NAME,...", help="only these; default: all")
    parser.add_argument("--case", metavar="TEXT", help="only cases whose names contain TEXT")
    parser.add_argument("--size", type=size_of, metavar="BYTES",
                        help="of the input (of the smallest, where there are several)")
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="default: 7")
    parser.add_argument("--beside", action="append", default=[], metavar="TOOL:NAME=COMMAND",
                        help="measure COMMAND, called NAME, wherever TOOL is; the input files "
                        "are put at its end, or where it says {in}")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND",
                        help="measure COMMAND in the suite pipeline, too; {in} is the recording")
    parser.add_argument("--file", help="recording for the suite perf-real")
    parser.add_argument("--markdown", action="store_true", help="print Markdown tables")
    parser.add_argument("--callgrind", action="store_true",
                        help="count instructions a byte too, by valgrind, on smaller input")
    parser.add_argument("--callgrind-size", type=size_of, default=20 * 10**6, metavar="BYTES")
    parser.add_argument("--quick", action="store_true",
                        help="tiny input, one round: does everything work?")
    parser.add_argument("--tests", metavar="DIR", help="where gen and meter are: BIN/../tests")
    parser.add_argument("--tmp", metavar="DIR", help="for input; up to 6 GB at a time")
    parser.add_argument("--lock", metavar="FILE",
                        help="lock this file for each round, so that several runs take turns")
    options = parser.parse_args()
    options.bin = os.path.abspath(options.bin)
    options.tests = os.path.abspath(options.tests or os.path.join(options.bin, "../tests"))
    if options.quick:
        options.rounds = 1
        options.callgrind_size = M
        options.size = options.size or QUICK
    options.beside = [split_beside(parser, text) for text in options.beside]
    options.peer = [split_peer(parser, text) for text in options.peer]
    names = [s.name for s in SUITES]
    chosen = options.suite.split(",") if options.suite else names
    for name in chosen:
        if name not in names:
            parser.error(f"no suite is called {name}: {', '.join(names)}")
    options.chosen = [s for s in SUITES if s.name in chosen]
    return options


def split_beside(parser, text):
    match = re.fullmatch(r"([^:=]+):([^=]+)=(.+)", text)
    if not match:
        parser.error("--beside takes TOOL:NAME=COMMAND")
    return match.groups()


def split_peer(parser, text):
    name, equals, command = text.partition("=")
    if not name or not equals or not command:
        parser.error("--peer takes NAME=COMMAND")
    return name, command


def repeat(path, size, out):
    """The file whole, at least once and until `size` bytes are there."""
    with open(path, "rb") as fixture:
        text = fixture.read()
    if not text.endswith(b"\n") and b"\0" not in text:
        text += b"\n"  # of a text
    many = text * max(1, min(size, M) // len(text))
    for _ in range(max(1, size // len(many))):
        out.write(many)


class Result:
    """What was measured of one command of a case."""

    def __init__(self, row, words, inputs):
        self.row, self.words, self.inputs = row, words, inputs
        self.walls, self.cpus, self.peak, self.output = [], [], 0, 0
        self.instructions, self.functions = None, []
        self.complaint = None


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.files, self.made = {}, 0
        self.failures = 0

    def generate(self, wanted):
        """The path of an input (kind, bytes, more arguments), made once."""
        if wanted.kind == "file":
            return self.options.file
        if wanted not in self.files:
            self.made += 1
            path = os.path.join(self.folder, f"input-{self.made}-{wanted.kind}")
            if wanted.kind == "jfr":
                path += ".jfr"  # which the program jfr insists on
            command = [os.path.join(self.options.tests, "gen"), wanted.kind]
            if wanted.bytes:
                command += ["--bytes", str(wanted.bytes)]
            command += wanted.more
            if wanted.kind == "recorded":
                self.record(path, *wanted.more)
                self.files[wanted] = path
                return path
            if wanted.kind == "text":
                command = ["printf", "%s", wanted.more[0]]
            elif wanted.kind == "hostile":
                command = [sys.executable, "-B", HOSTILE, *wanted.more]
            elif wanted.kind == "jfr":
                command = [sys.executable, "-B", JFR, "--large", str(wanted.bytes), "/dev/stdout"]
            with open(path, "wb") as out:
                if wanted.kind == "repeat":
                    repeat(wanted.more[0], wanted.bytes, out)
                elif wanted.kind == "sorted":
                    self.sort(command, out)
                else:
                    subprocess.run(command, stdout=out, check=True)
            self.files[wanted] = path
        return self.files[wanted]

    def sort(self, command, out):
        """Stacks of the kind unique in their order."""
        command[1] = "unique"
        shuffled = subprocess.Popen(command, stdout=subprocess.PIPE)
        subprocess.run([os.path.join(self.options.bin, "collapse-filter")], stdin=shuffled.stdout,
                       stdout=out, check=True)
        shuffled.wait()

    def record(self, path, kind, frequency, seconds, options):
        """A recording, and beside it the text that perf script makes of one with frame pointers."""
        recorded.record(path, ["-F", frequency, *options.split()],
                        recorded.command(kind, self.folder, seconds))
        if kind == "fp" and "-z" not in options:
            with open(path + ".text", "wb") as text:
                subprocess.run(["perf", "script", "--no-inline", "-i", path], stdout=text,
                               stderr=subprocess.DEVNULL, check=True)

    def forget(self, keep):
        for wanted in [w for w in self.files if w not in keep]:
            path = self.files.pop(wanted)
            for name in (path, path + ".text"):
                if os.path.exists(name):
                    os.remove(name)

    def words(self, command, paths):
        """The command as arguments; a string is for the shell."""
        if isinstance(command, str):
            quoted = ["'" + p + "'" for p in paths]
            command = command.replace("{in}", " ".join(quoted)).replace("{bin}", self.options.bin)
            for i, path in enumerate(quoted):
                command = command.replace("{in%d}" % i, path)
            return ["sh", "-c", command]
        words = []
        for word in command:
            if word == "{in}":
                words += paths
            else:
                words.append(word.replace("{bin}", self.options.bin))
        return words

    def meter(self, words, out="/dev/null"):
        """Seconds by the clock and of the processors, KiB, exit status."""
        run = subprocess.run([os.path.join(self.options.tests, "meter"), out] + words,
                             stdin=subprocess.DEVNULL, capture_output=True, check=True,
                             env=dict(os.environ, LC_ALL="C"))
        wall, user, system, peak, status = run.stdout.split()[-5:]
        return float(wall), float(user) + float(system), int(peak), int(status)

    def rows_of(self, case):
        for row in case.rows:
            if isinstance(row.command, str) or row.needs(self.options.bin):
                yield row
            for tool, name, command in self.options.beside:
                if tool == row.tool and not row.alone:
                    yield self.other(row, name, command)

    @staticmethod
    def other(row, name, command):
        """Its output is its own affair."""
        if row.piped:
            return suites.Row("cat | " + name, "cat {in} | exec " + command.replace("{in}", ""))
        return suites.Row(name, "exec " + (command if "{in}" in command else command + " {in}"))

    def prepare(self, result, paths):
        """One run that is not timed: warms the caches, and says whether the output is good."""
        out = os.path.join(self.folder, "out")
        _, _, result.peak, status = self.meter(result.words, out)
        result.output = os.path.getsize(out)
        if status not in result.row.exits:
            result.complaint = f"exit status {status}"
        elif result.row.check:
            result.complaint = result.row.check(out, paths)
        os.remove(out)
        if result.complaint and result.row.tool:  # what other programs do is their affair
            self.failures += 1

    def run_case(self, case):
        """Nothing, where an input cannot be made on this machine."""
        try:
            paths = [self.generate(wanted) for wanted in case.inputs]
        except recorded.Unable as why:
            print(f"{case.label}: skipped: {why}\n", flush=True)
            return []
        results = [Result(row, self.words(row.command, paths), paths)
                   for row in self.rows_of(case)]
        for path in paths:
            subprocess.run(["cat", path], stdout=subprocess.DEVNULL, check=True)
        for result in results:
            self.prepare(result, paths)
        rounds = 1 if self.options.quick else case.rounds(self.options.rounds)
        for _ in range(rounds):
            with self.turn():
                for result in results:
                    wall, cpu, peak, _ = self.meter(result.words)
                    result.walls.append(wall)
                    result.cpus.append(cpu)
                    result.peak = max(result.peak, peak)
        if self.options.callgrind:
            for result in results:
                self.count_instructions(case, result)
        return results

    @contextmanager
    def turn(self):
        if not self.options.lock:
            yield
            return
        with open(self.options.lock, "w", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def count_instructions(self, case, result):
        """Instructions a byte, and the functions that take most of them."""
        if not result.row.countable:
            return
        paths = [self.generate(w.smaller(self.options.callgrind_size)) for w in case.inputs]
        out = os.path.join(self.folder, "callgrind")
        subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=" + out, "-q"]
                       + self.words(result.row.command, paths), stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=True)
        text = subprocess.run(["callgrind_annotate", "--threshold=90", out], capture_output=True,
                              text=True, check=True).stdout
        total, functions = report.annotated(text)
        size = sum(os.path.getsize(p) for p in paths)
        result.instructions = total / size
        result.functions = [(count / size, name) for count, name in functions]

    def run(self):
        """All cases; an input goes when no later case needs it. How many commands went wrong?"""
        todo = [(suite, case) for suite in self.options.chosen
                for case in suite.cases(self.options)
                if (self.options.case or "") in case.label]
        last = None
        for i, (suite, case) in enumerate(todo):
            if suite is not last:
                print(report.heading(suite, self.options), flush=True)
            last = suite
            results = self.run_case(case)
            if results:
                report.print_case(suite, case, results, self.options)
            self.forget({wanted for _, later in todo[i + 1:] for wanted in later.inputs})
        return self.failures


def machine():
    name = platform.processor()
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as info:
            name = next(line.split(":", 1)[1].strip() for line in info if "model name" in line)
    except (OSError, StopIteration):
        pass
    return f"{name}, {os.cpu_count()} processors, {platform.system()} {platform.release()}"


def main():
    options = arguments()
    print(machine())
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # by way of the finally below
    folder = tempfile.mkdtemp(prefix="flambeau-bench-", dir=options.tmp)
    try:
        failures = Bench(options, folder).run()
    finally:
        shutil.rmtree(folder)
    if failures:
        print(f"{failures} commands went wrong", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
