#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: docs.examples short docs TIMEOUT 1800 RUN @root@ @bin@ @all_documents@
"""examples.py [-v] ROOT BIN DOCUMENT... - run the commands that a document shows.

Of a manual page these are the blocks between .nf and .fi under EXAMPLES, RECIPES and, in a page
of section 7, DESCRIPTION; of Markdown, the indented blocks. The blocks of a document run one
after the other in one new directory, as `bash -e -o pipefail`. Programs are those in BIN, a few
that every system has, and stand-ins: what a profiler would print or write is a row of stand-ins.txt beside
this file, and a program without a row is not found. Blocks with programs of flambeau that this build
lacks are skipped. Each SVG that comes out has to be
well-formed and must show more than the root; a block that prints an error has failed.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import xml.etree.ElementTree as tree

HERE = os.path.dirname(os.path.abspath(__file__))
COREUTILS = "bash cat cp cut echo env grep head ls mkdir mv perl ps rm sed seq sh sort stty tail tee touch tr true uname xargs".split()
OPTIONAL = "gzip jq parallel python3 xz zstd".split()  # a block that needs an absent one is skipped

LIVE_ON = """
import time
def work():
    time.sleep(0.5)
work()
"""

STAND_IN = """#!/bin/sh
# Called by the name of a profiler: does what the first row for these arguments says.
tab=$(printf '\\t')
words=" ${0##*/} $* "
while IFS="$tab" read -r command file fixture; do
	rest=$words
	for word in $command; do
		case $rest in
		*" $word "*) rest=" ${rest#* "$word" }" ;;
		*) continue 2 ;;
		esac
	done
	case $file in
	-) exec cat "$fixture" ;;
	*) exec cat "$fixture" >"$file" ;;
	esac
done <"$STAND_INS"
echo "error: no stand-in for:$words" >&2
exit 97
"""


def read_rows(root, name):
    """The rows for a document: (command, file, path of what it holds)."""
    rows = []
    with open(os.path.join(HERE, "stand-ins.txt"), encoding="utf-8") as file:
        for line in file:
            if line.startswith("#") or not line.strip():
                continue
            page, command, path, fixture = (re.split(r"\t+", line.rstrip("\n")) + [""])[:4]
            if page in ("*", name):
                fixture = os.path.join(root, fixture) if fixture else os.devnull
                assert os.path.exists(fixture), fixture
                rows.append((command, path, fixture))
    return rows


def blocks_of_page(text):
    wanted = {"EXAMPLES", "RECIPES"} | ({"DESCRIPTION"} if re.search(r"^\.TH \S+ 7", text, re.M) else set())
    section, block = "", None
    for line in text.splitlines():
        if line.startswith(".SH"):
            section = line[3:].strip().strip('"')
        elif line == ".nf" and section in wanted:
            block = []
        elif line == ".fi" and block is not None:
            yield "\n".join(block)
            block = None
        elif block is not None:
            block.append(line.replace("\\-", "-").replace("\\e", "\\").replace("\\(aq", "'"))


def blocks_of_markdown(text):
    block, blank = [], True
    for line in text.splitlines() + [""]:
        if line.startswith("    ") and (block or blank):
            block.append(line)
        elif block and line.strip():
            yield "\n".join(block)
            block = []
        blank = not line.strip()
    if block:
        yield "\n".join(block)


def wrong_picture(path):
    """Why an SVG is no good, or nothing."""
    try:
        root = tree.parse(path).getroot()
    except tree.ParseError as error:
        return f"{os.path.basename(path)}: {error}"
    titles = sum(element.tag.endswith("}title") for element in root.iter())
    return "" if titles > 2 else f"{os.path.basename(path)} shows nothing"


class Document:
    def __init__(self, root, bins, path, work):
        self.name = os.path.basename(path).rsplit(".", 1)[0]
        self.path = path
        self.here = os.path.join(work, "here")
        self.bin = os.path.join(work, "bin")
        os.makedirs(self.here)
        os.makedirs(self.bin)
        pages = [name[:-2] for name in os.listdir(os.path.join(root, "man")) if name.endswith(".1")]
        self.missing = [name for name in OPTIONAL if not shutil.which(name)]
        self.missing += [name for name in pages if not os.path.exists(os.path.join(bins, name))]
        self.prepare(read_rows(root, self.name), work, bins)

    def prepare(self, rows, work, bins):
        stand_in = os.path.join(work, "stand-in")
        with open(stand_in, "w", encoding="utf-8") as file:
            file.write(STAND_IN)
        os.chmod(stand_in, 0o755)
        self.table = os.path.join(work, "table")
        with open(self.table, "w", encoding="utf-8") as file:
            for command, path, fixture in rows:
                if command != "-":
                    file.write(f"{command.removeprefix('./')}\t{path}\t{fixture}\n")
        for command, path, fixture in rows:
            if command == "-":
                target = os.path.join(self.here, path)
                os.makedirs(os.path.dirname(target), exist_ok=True)
                if not os.path.exists(target):
                    shutil.copyfile(fixture, target)
            else:
                program = command.split()[0]
                link = os.path.join(self.here if program.startswith("./") else self.bin, program)
                os.makedirs(os.path.dirname(link), exist_ok=True)
                if not os.path.lexists(link):
                    os.symlink(stand_in, link)
        for name in COREUTILS + OPTIONAL:
            link = os.path.join(self.bin, name)
            if shutil.which(name) and not os.path.lexists(link):
                os.symlink(shutil.which(name), link)
        self.environment = dict(os.environ, PATH=f"{self.bin}:{bins}", HOME=self.here, TMPDIR=self.here,
                                STAND_INS=self.table)

    def run(self, block):
        """Why a block failed; nothing if it did not; None if it cannot be run here."""
        if re.match(r"\s*(struct|#include)\b", block):  # a piece of C
            return None
        if any(re.search(rf"(?<![\w-]){name}(?![\w-])", block) for name in self.missing):
            return None
        command = [os.path.join(self.bin, "bash"), "-e", "-o", "pipefail", "-c", block]
        if block.lstrip().startswith("import "):  # a program, which shall live long enough to be seen
            command = [sys.executable, "-c", textwrap.dedent(block) + LIVE_ON]
        done = subprocess.run(command, cwd=self.here, env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)
        says = done.stderr.decode("utf-8", "replace")
        if done.returncode or re.search(r"\berror\b|: warning:", says):
            return f"exit {done.returncode}\n{says}"
        wrong = []
        for folder, _, names in os.walk(self.here):
            wrong += [wrong_picture(os.path.join(folder, name)) for name in names if name.endswith(".svg")]
            for name in names:
                if name.endswith(".svg"):
                    os.remove(os.path.join(folder, name))
        return "\n".join(filter(None, wrong))


def main():
    arguments = sys.argv[1:]
    verbose = "-v" in arguments
    root, bins, *paths = [os.path.abspath(path) for path in arguments if path != "-v"]
    ran = skipped = failed = 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        blocks = list((blocks_of_markdown if path.endswith(".md") else blocks_of_page)(text))
        with tempfile.TemporaryDirectory() as work:
            document = Document(root, bins, path, work)
            for block in blocks:
                why = document.run(block)
                ran, skipped, failed = ran + 1, skipped + (why is None), failed + bool(why)
                if why:
                    print(f"FAILED {os.path.basename(path)}\n{block}\n{why}\n")
                elif verbose:
                    print(f"{'skipped' if why is None else 'ran'} {os.path.basename(path)}\n{block}\n")
    print(f"{ran} blocks of {len(paths)} documents: {failed} failed, {skipped} skipped for a missing program")
    sys.exit(1 if failed or ran == 0 else 0)


if __name__ == "__main__":
    main()
