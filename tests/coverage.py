#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
coverage.py BUILD [--least PERCENT] [--lines] [PART...] - line coverage of the readers, as a table
of Markdown, of what the tests have run so far in a build of the preset `coverage`:

    cmake --preset coverage && cmake --build --preset coverage
    ctest --test-dir build-coverage -L 'unit|cli|fuzz' -LE long
    tests/coverage.py build-coverage --least 95 collapse common

A PART is a folder or a file; --lines says which lines have not been run. Lines that only a failure
of the system reaches (no memory, no thread) are tested under tests/fault, not here, for they end the
program without the bookkeeping of gcov. --least: exit code 1 where a PART has less.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def reports(build):
    """What gcov says of every object of the libraries and programs, 50 at a time."""
    notes = [str(path) for path in sorted(build.rglob("*.gcno"))]
    for at in range(0, len(notes), 50):
        run = subprocess.run(["gcov", "--json-format", "--stdout", *notes[at:at + 50]],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=build)
        for line in run.stdout.splitlines():
            if line.startswith(b"{"):
                yield json.loads(line)


def counts(build):
    """file -> line -> times run, over all objects that hold the line."""
    files = {}
    for report in reports(build):
        folder = Path(report["current_working_directory"])
        for file in report["files"]:
            path = (folder / file["file"]).resolve()
            if ROOT not in path.parents or build in path.parents:
                continue
            lines = files.setdefault(str(path.relative_to(ROOT)), {})
            for line in file["lines"]:
                number = line["line_number"]
                lines[number] = max(lines.get(number, 0), line["count"])
    return files


def ranges(numbers):
    spans = []
    for number in sorted(numbers):
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in spans)


def row(name, lines):
    run = sum(1 for count in lines if count > 0)
    return f"| {name} | {len(lines)} | {run} | {100 * run / max(len(lines), 1):.1f} |"


def main():
    parser = argparse.ArgumentParser(usage=__doc__.strip())
    parser.add_argument("build", type=lambda text: Path(text).resolve())
    parser.add_argument("--least", type=float, default=0)
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("parts", nargs="*", default=["collapse", "common"])
    options = parser.parse_intermixed_args()
    files = counts(options.build)
    good = True
    print("| file | lines | run | % |\n|---|---:|---:|---:|")
    for part in options.parts:
        chosen = {name: lines for name, lines in sorted(files.items())
                  if name == part or name.startswith(part + "/")}
        for name, lines in chosen.items():
            print(row(f"`{name}`", lines.values()))
            missing = [number for number, count in lines.items() if count == 0]
            if options.lines and missing:
                print(f"| not run: {ranges(missing)} | | | |")
        all_lines = [count for lines in chosen.values() for count in lines.values()]
        print(row(f"**{part}**", all_lines))
        run = sum(1 for count in all_lines if count > 0)
        good = good and all_lines and 100 * run >= options.least * len(all_lines)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
