#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.text short law RUN @bin@ @fixtures@ 60
# ctest: law.text-long long law sanitize TIMEOUT 3000 RUN @bin@ @fixtures@ @many@
"""text.py BIN FIXTURES [N [SEED]] - N pictures as text, of random profiles with hostile names and of
fixtures, with random options.

Nothing reaches a terminal but text, line ends and colours that are taken back; no line is wider than
it may be, and the root is just that wide; every frame is shown or counted, none twice; the same for any
number of threads and, but for the colours, with colours and without.
"""
import glob
import os
import random
import re
import sys
import unicodedata

from exports import Failure, canonical, check, folded, run

COLOR = re.compile("\\x1b\\[(?:0|38;5;\\d+;48;5;\\d+|38;2;[\\d;]+;48;2;\\d+;\\d+;\\d+)m")
RESET = "\x1b[0m"
PALETTES = ["hot", "java", "mem", "aqua", "safe", "chain"]


def width(text):
    return sum(0 if unicodedata.category(char) in ("Mn", "Me") else
               2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def nodes(text):
    """How many frames the merged stacks have."""
    found = set()
    for line in text.split(b"\n")[:-1]:
        names = line.rsplit(b" ", 1)[0].split(b";")
        found.update(tuple(names[:depth + 1]) for depth in range(len(names)))
    return len(found)


def options(rng):
    given = []
    for name, values in (("--columns", ["20", "21", "80", "133", "1000"]), ("--depth", ["1", "3"]),
                         ("--root", ["top", "bottom"]), ("--colors", PALETTES),
                         ("--minwidth", ["0", "2", "0%", "10%"]), ("--total", ["5", "1000000"]),
                         ("--diff-width", ["before", "both"]), ("--title", ["x\x1b[2Jy"])):
        if rng.random() < 0.3:
            given += [name, rng.choice(values)]
    given += [flag for flag in ("--hash", "--reverse", "--flamechart", "--truncate-text-left",
                                "--colordiffusion", "--negate") if rng.random() < 0.1]
    return [flag for flag in given if flag != "--colordiffusion" or "--colors" not in given]


def said_at(lines):
    """Where the picture ends."""
    return next(i for i, line in enumerate(lines) if re.match("[0-9,]+ of [0-9,]+ frames", line))


def check_text(text, columns):
    plain = COLOR.sub("", text)
    for char in plain:
        check(char == "\n" or unicodedata.category(char) not in ("Cc", "Cf", "Zl", "Zp"), repr(char))
    for line in text.split("\n"):
        colors = COLOR.findall(line)
        check(not colors or colors[-1] == RESET, "colours are taken back: %r" % line)
    lines = plain.split("\n")
    check(all(width(line) <= columns for line in lines[:said_at(lines)]), "no line is too wide: %r" % plain)
    return lines


def check_picture(bin_dir, rng, text):
    given = options(rng)
    command = [bin_dir + "/flamegraph", "-q", "--text"] + given
    columns = int(given[given.index("--columns") + 1]) if "--columns" in given else 80
    answer = run(command + ["-j", "1"], text)
    if answer is None:
        return 0
    lines = check_text(answer.decode(), columns)
    root = lines[said_at(lines) - 1 if "bottom" in given else "--title" in given]
    check(width(root) == columns and root[0] in "|+-", "the root is as wide as it may be: %r" % root)
    check(answer == run(command + ["-j", "3"], text), "the same for several threads")
    shown, whole, rest = re.search("^(\\d+) of (\\d+) frames shown(.*)", "\n".join(
        lines).replace(",", ""), re.M).groups()
    check(int(shown) + sum(map(int, re.findall("\\d+", rest))) == int(whole), "all are counted")
    before = canonical(bin_dir, text)
    merged = not any(flag in given for flag in ("--reverse", "--flamechart", "chain"))
    if merged and before == text and b'(before)"' not in run(
            [bin_dir + "/export-speedscope", "-q"], text):
        check(int(whole) == nodes(before), "%s frames, not %d" % (whole, nodes(before)))
    for color in ("256", "truecolor"):
        colored = run(command + ["--color-text", color], text).decode()
        other = check_text(colored, columns)
        check([line for line in other if " shown" in line] ==
              [line for line in lines if " shown" in line], "the same frames with colours")
        if "--flamechart" not in given:
            edges = sum(line.count("\u258f") for line in other)
            check(edges >= int(shown) + 1, "a frame has an edge")
    return 1


def main():
    bin_dir, fixtures = os.path.abspath(sys.argv[1]), sys.argv[2]
    number = int(sys.argv[3]) if len(sys.argv) > 3 else 100
    first = int(sys.argv[4]) if len(sys.argv) > 4 else 0
    files = sorted(glob.glob(fixtures + "/folded/*") + glob.glob(fixtures + "/flamegraph/*.folded"))
    texts = [open(path, "rb").read() for path in files]
    pictures = failed = 0
    for seed in range(first, first + number):
        rng = random.Random(seed)
        text = texts[seed % len(texts)] if seed % 3 == 0 else folded(rng, seed % 2 == 0, seed % 4 // 3 + 1)
        if seed % 3 == 1:
            text = canonical(bin_dir, text) or b"main 1\n"
        try:
            pictures += check_picture(bin_dir, rng, text)
        except Failure as failure:
            failed += 1
            print("seed %d: %s" % (seed, failure))
    if pictures < number // 2:
        failed += 1
        print("only %d pictures" % pictures)
    print("%d profiles, %d pictures, %d failed" % (number, pictures, failed))
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
