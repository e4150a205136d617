#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.options short law RUN @bin@ @fixtures@ 150
# ctest: law.options-long long law sanitize TIMEOUT 3000 RUN @bin@ @fixtures@ @lines@
"""options.py BIN FIXTURES [N [SEED]] - N random command lines of flamegraph over the fixtures.

Under each of its names: no crash, no sanitizer, an expected exit code, a well-formed document
that is the same the second time (but with --random), and frames that lie inside their parents.
"""
import os
import random
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

OWN, PERL, RUST = "flamegraph", "flamegraph.pl", "inferno-flamegraph"
ALL = (OWN, PERL, RUST)
TEXTS = ["", "Title", "A & B <c> \"d\" 'e'", "]]>", "--><!--", "</script>", "é日本", "0", "a\tb",
         "%s"]
COLORS = ["#000000", "#ffffff", "#12aBcD"]
PALETTES = ("hot mem io java js perl python rust wakeup chain red green blue yellow purple aqua "
            "orange").split()
BAD = ["", "-1", "abc", "1e99", "#12", "99999999999999999999"]

# Option, the names it exists under, its values: a list, or None for a flag.
OPTIONS = [
    ("title", ALL, TEXTS), ("subtitle", ALL, TEXTS), ("countname", ALL, TEXTS),
    ("nametype", ALL, TEXTS), ("notes", ALL, TEXTS), ("encoding", (OWN, PERL), ["", "UTF-8", "x"]),
    ("factor", ALL, ["0.5", "2.5", "1000", "1e-6", "0.333333333333333333"]),
    ("nameattr", ALL, ["attrs.txt", "random.attrs", "random.attrs"]),
    ("width", ALL, ["50", "333", "1200", "4001"]), ("height", ALL, ["2", "7", "16", "40"]),
    ("minwidth", ALL, ["0", "0.1", "3", "20.5"]), ("minwidth", (OWN, PERL), ["0%", "1%", "50%"]),
    ("fonttype", ALL, TEXTS), ("fontsize", ALL, ["1", "8", "12", "50"]),
    ("fontwidth", ALL, ["0.1", "0.59", "2"]),
    ("truncate-text-left", (OWN,), None), ("truncate-text-right", (OWN, RUST), None),
    ("colors", ALL, PALETTES), ("bgcolors", ALL, ["yellow", "blue", "green", "grey"] + COLORS),
    ("hash", ALL, None), ("deterministic", (OWN, RUST), None), ("random", (OWN, PERL), None),
    ("cp", ALL, None), ("colordiffusion", (OWN, RUST), None), ("negate", ALL, None),
    ("search-color", (OWN, RUST), COLORS), ("uicolor", (OWN, RUST), COLORS),
    ("stroke-color", (OWN, RUST), COLORS + ["none"]),
    ("inverted", ALL, None), ("reverse", ALL, None), ("flamechart", ALL, None),
    ("no-sort", (OWN, RUST), None), ("base", (OWN, RUST), ["main", "boot", "server", "nosuch"]),
    ("total", (OWN, PERL), ["1", "1000.5", "123456789012"]),
    ("diff-width", (OWN,), ["after", "before", "both"]),
    ("min-vanished", (OWN,), ["0", "0.5%", "3"]),
    ("diff-scale", (OWN,), ["total", "frame"]),
    ("diff-palette", (OWN,), ["red-blue", "blue-orange"]), ("diff-normalize", (OWN,), None),
    ("markup", (OWN,), ["compact", "full"]), ("pretty-xml", (OWN, RUST), None),
    ("no-javascript", (OWN, RUST), None), ("threads", (OWN,), ["1", "3"]),
]
EXITS = {OWN: (0, 1, 2), PERL: (0, 1, 2, 255), RUST: (0, 1, 2, 101)}


def folded_text(rng):
    """Random lines, some of them no lines at all."""
    names = ["a", "b", "main", "x y", "-", "--", "", "é", "\udcff", "f_[k]", "g_[w]", "<&>",
             "5"]
    counts = ["0", "1", "7", "250", "1.5", "0.125", "99999999", "10 20", "5 0", "3.5 2", "x", ""]
    lines = [";".join(rng.choices(names, k=rng.randint(0, 6))) + rng.choice([" ", " ", "  ", "\t"])
             + rng.choice(counts) for _ in range(rng.randint(0, 12))]
    return ("\n".join(lines) + "\n").encode("utf-8", "surrogateescape")


def attrs_text(rng):
    keys = ["title", "href", "target", "id", "class", "g_extra", "a_extra", "x", ""]
    values = TEXTS + ["javascript:x", "a=1 b='2 3' c", "a=\"1", "onclick=x", "<b>=1",
                      "xlink:href=x", "a=1 a=2", "\"q\"", "\udcff", "\x01", "id=data",
                      "href=x href=y"]
    lines = ["\t".join([rng.choice(["a", "b", "main", "boot", "", " ", "-", "<&>"])] +
                       ["%s=%s" % (rng.choice(keys), rng.choice(values))
                        for _ in range(rng.randint(1, 4))]) for _ in range(rng.randint(1, 8))]
    return ("\n".join(lines) + "\n").encode("utf-8", "surrogateescape")


def map_text(rng):
    colors = ["rgb(1,2,3)", "rgb( 4, 5 ,6 )", "#0a0b0c", "blue", "", "x->rgb(7,8,9)",
              "</style>", "\x01"]
    names = ["", "a", "b", "main", "x->y", "<"]
    return "".join("%s->%s\n" % (rng.choice(names), rng.choice(colors))
                   for _ in range(rng.randint(0, 6))).encode()


def command_line(rng, tool, inputs):
    words = []
    for name, tools, values in OPTIONS:
        if tool not in tools or rng.random() > 0.12 or "--" + name in words:
            continue
        words.append("--" + name)
        if values is not None:
            value = rng.choice(BAD if rng.random() < 0.03 else values)
            words[-1] += "=" + value
    return words + rng.choices(inputs, k=rng.choice([1, 1, 1, 2]))


def write(folder, name, content):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(content)


def run(binary, words, folder):
    return subprocess.run([binary] + words, cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)


def frames_fit(document):
    """The data block: children inside parents, siblings one after the other."""
    found = re.search(rb'<script type="application/json"[^>]*>(.*?)</script>', document, re.S)
    if not found:
        return True
    frames = re.search(rb'"frames":\[([^]]*)\]', found.group(1)).group(1)
    numbers = [int(word.strip(b'"')) for word in frames.split(b",")]
    ends, at, depth, start = [], 0, -1, 0
    while at < len(numbers):
        head = numbers[at]
        gap = numbers[at + 1] if head & 1 else 0
        width, at = numbers[at + 1 + (head & 1)], at + 3 + (head & 1)
        closed = head >> 1
        depth += 1 - closed
        if depth < 0 or len(ends) < depth:
            return False
        start = (ends[depth] if closed else start) + gap
        if depth > 0 and start + width > ends[depth - 1]:
            return False
        ends[depth:] = [start + width]
    return True


def problem_of(tool, words, first, second):
    if first.returncode not in EXITS[tool]:
        return "exit %d" % first.returncode
    if b"Sanitizer" in first.stderr or b"runtime error" in first.stderr:
        return "sanitizer"
    if (first.stdout, first.returncode) != (second.stdout, second.returncode) and \
            "--random" not in words:
        return "not the same twice"
    if first.returncode == 0 and not first.stdout:
        return "no picture"
    if first.stdout:
        try:
            ElementTree.fromstring(first.stdout)
        except ElementTree.ParseError as error:
            return "not well-formed: %s" % error
        if not frames_fit(first.stdout):
            return "frames do not fit"
    return None


def one(rng, bindir, folder, inputs):
    tool = rng.choice(ALL)
    binary = os.path.join(folder, tool)
    if not os.path.exists(binary):
        os.symlink(os.path.join(bindir, OWN), binary)
    write(folder, "random.folded", folded_text(rng))
    write(folder, "random.attrs", attrs_text(rng))
    words = command_line(rng, tool, inputs + ["random.folded"] * len(inputs))
    palette_map, runs = map_text(rng), []
    for _ in range(2):
        write(folder, "palette.map", palette_map)
        runs.append(run(binary, words, folder))
    problem = problem_of(tool, words, *runs)
    if problem:
        print("FAILED %s %s: %s" % (tool, words, problem))
        print(runs[0].stderr.decode("utf-8", "replace")[:2000])
    return problem is None, runs[0].returncode


def main():
    bindir, fixtures = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 150
    rng = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    inputs = [os.path.join(fixtures, kind, name) for kind in ("folded", "flamegraph")
              for name in sorted(os.listdir(os.path.join(fixtures, kind)))
              if name.endswith(".folded")]
    failed, codes = 0, {}
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.join(fixtures, "flamegraph", "attrs.txt"),
                   os.path.join(folder, "attrs.txt"))
        for _ in range(count):
            good, code = one(rng, bindir, folder, inputs)
            failed += not good
            codes[code] = codes.get(code, 0) + 1
    print("%d command lines (exit codes: %s), %d failed" % (
        count, ", ".join("%d of %d" % (n, c) for c, n in sorted(codes.items())), failed))
    return 1 if failed else 0


sys.exit(main())
