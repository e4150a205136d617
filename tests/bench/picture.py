#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: bench.picture short docs RUN @here@/bench/RESULTS.md --check @here@/bench/pipeline.svg
"""
picture.py RESULTS.md > OUT.svg - the tables of the suite "pipeline" as bars. With --check SVG:
exit code 1 if the file is another.

Each recording has a scale of its own: its slowest command is as long as the picture is wide. A
command with a remark below its table made no picture, and is left out.
"""
import re
import sys
from html import escape

WIDTH, LABELS, NUMBERS = 860, 330, 70  # px; the bars have what remains
BAR, HEAD = 16, 30  # px, heights
STYLE = """
text { font: 12px sans-serif; fill: #24292f }
.head { font-weight: bold }
.bar { fill: #9aa4af }
.ours { fill: #d9622b }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .bar { fill: #6e7681 }
  .ours { fill: #f0883e }
}
"""


def section(text):
    """The part about the pipeline."""
    match = re.search(r"^## From a recording to the picture\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    if not match:
        sys.exit("picture.py: the results have no section on the pipeline")
    return match[1]


def cases(text):
    """(title, [(command, seconds)]) of each table with its title above it."""
    for match in re.finditer(r"^(\S.*; \d+ rounds)\n\n((?:\|.*\n)+)\n?((?:- .*\n)*)", text, re.M):
        title, table, remarks = match.groups()
        failed = set(re.findall(r"^- ([^:]*):", remarks, re.M))
        cells = [[cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:3]]
                 for line in table.splitlines()[2:]]
        yield title.split(";")[0], [(command, float(seconds)) for command, seconds in cells
                                    if command not in failed]


def bar(y, command, seconds, longest):
    ours = command.startswith("collapse-perf")
    length = max((WIDTH - LABELS - NUMBERS) * seconds / longest, 1)
    return (f'<text x="{LABELS - 8}" y="{y + 12}" text-anchor="end">{escape(command)}</text>\n'
            f'<rect class="{"ours" if ours else "bar"}" x="{LABELS}" y="{y + 2}" '
            f'width="{length:.1f}" height="{BAR - 4}"/>\n'
            f'<text x="{LABELS + length + 6:.1f}" y="{y + 12}">{seconds:.2f} s</text>\n')


def main():
    with open(sys.argv[1], encoding="utf-8") as results:
        text = section(results.read())
    y, body = 0, []
    for title, rows in cases(text):
        body.append(f'<text class="head" x="{LABELS}" y="{y + 20}">{escape(title)}</text>\n')
        y += HEAD
        for command, seconds in rows:
            body.append(bar(y, command, seconds, max(each for _, each in rows)))
            y += BAR
    svg = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y + 8}" '
           f'viewBox="0 0 {WIDTH} {y + 8}" role="img">\n'
           '<title>Seconds from a recording to the picture, by each way</title>\n'
           f'<style>{STYLE}</style>\n{"".join(body)}</svg>\n')
    if sys.argv[2:3] == ["--check"]:
        with open(sys.argv[3], encoding="utf-8") as file:
            sys.exit(file.read() != svg and f"{sys.argv[3]} is not the picture of {sys.argv[1]}")
    sys.stdout.write(svg)


if __name__ == "__main__":
    main()
