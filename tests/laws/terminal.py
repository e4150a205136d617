#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.terminal short law sanitize RUN @bin@ @fixtures@
"""terminal.py BIN FIXTURES - programs on a terminal: reading from it is announced, what nobody can read is not
written to it, and reports are as wide as it is."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import tempfile
import termios
import threading

BIN, FIXTURES = sys.argv[1:3]
LIMIT = 60  # seconds for anything: then something hangs
FOLDED = b"main;parse;read 700\nmain;parse;check 200\nmain;draw 300\n"
LONG = "a_long_name_of_a_function<with, a, type>(" + "and, many, parameters, " * 8 + "all)"
failed = 0


def check(good, what, seen=""):
    global failed
    if not good:
        failed += 1
        print(f"FAILED: {what}: {seen!r}"[:2000])


class Terminal:
    """A terminal of so many columns; `shown` is what was written to it."""

    def __init__(self, columns=80):
        self.ours, self.theirs = pty.openpty()
        self.shown = b""
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        while True:
            try:
                more = os.read(self.ours, 65536)
            except OSError:
                return
            if not more:
                return
            self.shown += more

    def name(self):
        return os.ttyname(self.theirs)

    def end(self):
        """When all programs have ended."""
        os.close(self.theirs)
        self.reader.join(LIMIT)
        os.close(self.ours)
        return self.shown.replace(b"\r\n", b"\n").decode("utf-8", "replace")


def run(words, given=None, on=(), columns=80, **environment):
    """Exit code, output and messages; `on`: which of 0, 1 and 2 are a terminal. `given` is typed if 0 is."""
    terminal = Terminal(columns) if on else None
    streams = {0: subprocess.PIPE, 1: subprocess.PIPE, 2: subprocess.PIPE}
    for stream in on:
        streams[stream] = terminal.theirs
    words = [word.replace("TTY", terminal.name()) if terminal else word for word in words]
    child = subprocess.Popen([os.path.join(BIN, words[0]), *words[1:]], stdin=streams[0], stdout=streams[1],
                             stderr=streams[2], env={"LC_ALL": "C", "TERM": "xterm", **environment})
    if 0 in on:
        os.write(terminal.ours, (given or b"") + b"\x04")  # the end of a line, then of the input
        given = None
    out, err = child.communicate(given, LIMIT)
    shown = terminal.end() if terminal else ""
    return child.returncode, shown if 1 in on else out.decode("utf-8", "replace"), (err or b"").decode()


def reading_is_announced():
    for words in (["flamegraph", "--text"], ["export-top"], ["export-pprof"], ["export-speedscope"], ["export-firefox"],
                  ["collapse-filter"], ["collapse-recursive"], ["difffolded", "-", "a.folded"],
                  ["export-top", "-"], ["flamegraph", "-o", "x.svg"]):
        if not os.path.exists(os.path.join(BIN, words[0])):
            continue
        line = f"{words[0]}: reading from the terminal; see --help\n"
        code, out, err = run(words, FOLDED, on={0})
        check(code == 0 and err.count(line) == 1, f"{words} on a terminal", err)
        code, out, err = run(words + ["-q"], FOLDED, on={0})
        check(code == 0 and "terminal" not in err, f"{words} -q on a terminal", err)
        code, out, err = run(words, FOLDED)
        check(code == 0 and "terminal" not in err, f"{words} in a pipe", err)
    with open(os.path.join(FIXTURES, "dtrace", "c.txt"), "rb") as file:
        dtrace = file.read()
    line = "collapse-dtrace: reading from the terminal; see --help\n"
    code, out, err = run(["collapse-dtrace"], dtrace, on={0})
    check(code == 0 and err.count(line) == 1, "collapse-dtrace", err)
    # no input is read from it: nothing is said
    code, out, err = run(["export-top", "a.folded"], b"", on={0})
    check(code == 0 and err == "", "a file", err)
    for name in ("flamegraph.pl", "inferno-flamegraph", "stackcollapse.pl", "inferno-collapse-dtrace"):
        if os.path.exists(os.path.join(BIN, name)):
            err = run([name], FOLDED, on={0})[2]
            check("terminal" not in err, f"{name} on a terminal", err)


# The command line, what it would write, and what is to be typed instead.
PRODUCTS = [
    (["flamegraph", "a.folded"], "an SVG", "flamegraph a.folded > out.svg, or --text"),
    (["flamegraph"], "an SVG", "... | flamegraph > out.svg, or --text"),
    (["flamegraph", "-o", "-", "a.folded"], "an SVG", "flamegraph a.folded > out.svg, or --text"),
    (["flamegraph", "-o", "TTY", "a.folded"], "an SVG", "flamegraph a.folded > out.svg, or --text"),
    (["flamegraph", "-o", "/dev/stdout", "a.folded"], "an SVG", "flamegraph a.folded > out.svg, or --text"),
    (["flamegraph", "a.folded", "a b.folded"], "an SVG", "flamegraph FILE > out.svg, or --text"),
    (["flamegraph", "a b.folded"], "an SVG", "flamegraph FILE > out.svg, or --text"),
    (["export-pprof", "a.folded"], "a profile for pprof", "export-pprof a.folded > out.pb.gz"),
    (["export-pprof", "--no-gzip", "a.folded"], "a profile for pprof", "export-pprof a.folded > out.pb.gz"),
    (["export-speedscope"], "the JSON of speedscope", "... | export-speedscope > out.json"),
    (["export-firefox"], "the JSON of the Firefox Profiler", "... | export-firefox > out.json"),
    (["collapse-jemalloc", "--pprof", "c.heap"], "a profile for pprof", "collapse-jemalloc c.heap > out.pb.gz"),
]


def products_are_for_files():
    for words, what, instead in PRODUCTS:
        if not os.path.exists(os.path.join(BIN, words[0])):
            continue
        expected = f"{words[0]}: this would write {what} to the terminal; try: {instead}\n"
        code, out, err = run(words, FOLDED, on={1})
        check(code == 2 and out == "" and err == expected, f"{words} to a terminal", (code, out, err))
        code, out, err = run(words + ["--force"], FOLDED, on={1})
        check(code == 0 and len(out) > 100, f"{words} --force to a terminal", (code, out, err))
        if "TTY" not in words:
            code, out, err = run(words, FOLDED)
            check(code == 0 and len(out) > 100, f"{words} to a pipe", (code, out, err))
            code, out, err = run(words + ["-o", "written"], FOLDED, on={1, 2})
            check(code == 0 and os.path.getsize("written") > 100, f"{words} to a file", (code, out, err))
    # before anything is read, also from the terminal
    code, out, err = run(["flamegraph"], b"", on={0, 1})
    check(code == 2 and out == "" and err.endswith("try: flamegraph FILE > out.svg, or --text\n"),
          "flamegraph alone", (code, out, err))
    for name in ("flamegraph.pl", "inferno-flamegraph"):
        if os.path.exists(os.path.join(BIN, name)):
            code, out, err = run([name, "a.folded"], on={1})
            check(code == 0 and "<svg" in out, f"{name} to a terminal", (code, err))


def text_is_for_terminals():
    for words in (["flamegraph", "--text", "a.folded"], ["export-top", "a.folded"],
                  ["export-top", "--format", "json", "a.folded"], ["collapse-filter", "a.folded"],
                  ["difffolded", "a.folded", "b.folded"], ["diffreport", "a.folded", "b.folded"],
                  ["diffreport", "-f", "json", "a.folded", "b.folded"],
                  ["collapse-jemalloc", "c.heap"], ["flamegraph", "--help"]):
        if os.path.exists(os.path.join(BIN, words[0])):
            code, out, err = run(words, on={1})
            check(code == 0 and len(out) > 50, f"{words} to a terminal", (code, out, err))


def width_of(text):
    return max(len(line) for line in text.split("\n"))


def reports_fit():
    """Every line of a table is cut or wrapped to the width; elsewhere names are whole."""
    words = ["diffreport", "--all", "--budget", "^a=+1", "long.folded", "longer.folded"]
    whole = run(words)[1]
    check(width_of(whole) > 200 and LONG in whole, "diffreport to a pipe", whole)
    for columns in (80, 100, 200):
        code, out, err = run(words, on={1}, columns=columns)
        check(code == 0 and columns - 10 < width_of(out) <= columns, f"diffreport in {columns} columns", out)
        check(out.count(LONG[:19] if columns == 80 else LONG[:30]) == 2 and out.count("..\n") == 2,
              f"names in {columns} columns", out)
        check(out.split()[:60] == whole.split()[:60], f"words in {columns} columns", out)
    out = run(words, on={1}, columns=200, COLUMNS="90")[1]
    check(80 < width_of(out) <= 90, "diffreport with COLUMNS", out)
    for other in (run(words + ["-o", "report"], on={1})[1] + open("report").read(),
                  run(words, on={0, 2})[1], run(words, COLUMNS="90")[1], run(words, on={1}, TERM="dumb")[1]):
        check(other == whole, "diffreport elsewhere", other)
    words = ["diffreport", "--all", "timed.folded", "slower.folded"]
    for columns in (80, 100, 130):
        out = run(words, on={1}, columns=columns)[1]
        check(columns - 50 < width_of(out) <= columns and "  +500 ms   " in out, f"times in {columns} columns", out)
        check(("self" in out.split("Changes of self")[0].split("Changes of total")[1]) == (columns == 130),
              f"self shares beside total ones in {columns} columns", out)
    for form in ("markdown", "json"):
        check(run(words + ["-f", form], on={1})[1] == run(words + ["-f", form])[1], form)


def main():
    with open(os.path.join(FIXTURES, "jemalloc", "c.heap"), "rb") as file:
        heap = file.read()
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        for name, text in (("a.folded", FOLDED), ("a b.folded", FOLDED), ("b.folded", FOLDED.replace(b"300", b"600")),
                           ("long.folded", f"a;{LONG} 7000\nb;{LONG};c 3000\n".encode()),
                           ("longer.folded", f"a;{LONG} 7000\nb;{LONG};d 5000\na 900\n".encode()),
                           ("timed.folded", b"# flambeau: unit=ns\na;b 500000000\na;c 500000000\n"),
                           ("slower.folded", b"# flambeau: unit=ns\na;b 1000000000\na;c 500000000\n"),
                           ("c.heap", heap)):
            with open(name, "wb") as file:
                file.write(text)
        reading_is_announced()
        products_are_for_files()
        text_is_for_terminals()
        reports_fit()
    print(f"{failed} failed")
    return failed > 0


BIN, FIXTURES = os.path.abspath(BIN), os.path.abspath(FIXTURES)
sys.exit(main())
