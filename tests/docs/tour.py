#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: docs.tour long docs TIMEOUT 1800 RUN @root@
"""tour.py ROOT - follow HACKING.md in a copy of the tree.

An indented block below a line that is only "`PATH`:" is the file PATH; all others that begin with a
command are run, one after the other. The first and the last block are shown, not run.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap


def blocks(text):
    """(path or nothing, block) for each indented block."""
    path, block = None, []
    for line in text.splitlines() + ["."]:
        if line.startswith("    ") or (block and not line.strip()):
            block.append(line)
            continue
        if block:
            yield path, textwrap.dedent("\n".join(block)).strip("\n") + "\n"
            path, block = None, []
        if line.strip():
            named = re.fullmatch(r"`([^`]+)`:", line.strip())
            path = named and named.group(1)


def main():
    root = os.path.abspath(sys.argv[1])
    with open(os.path.join(root, "HACKING.md"), encoding="utf-8") as file:
        steps = list(blocks(file.read()))[1:-1]
    files = commands = 0
    with tempfile.TemporaryDirectory() as work:
        tree = os.path.join(work, "flambeau")
        shutil.copytree(root, tree, ignore=shutil.ignore_patterns("build", "build-*", ".git", "node_modules"))
        quick = os.path.join(work, "quick")  # it builds all programs twice: nobody waits for what they do
        with open(quick, "w", encoding="ascii") as file:
            file.write('#!/bin/sh\nexec "$@" -O0\n')
        os.chmod(quick, 0o755)
        launchers = [quick, *os.environ.get("CMAKE_C_COMPILER_LAUNCHER", "").split(";")]
        os.environ["CMAKE_C_COMPILER_LAUNCHER"] = ";".join(filter(None, launchers))
        for path, block in steps:
            if path:
                os.makedirs(os.path.dirname(os.path.join(tree, path)), exist_ok=True)
                with open(os.path.join(tree, path), "w", encoding="utf-8") as file:
                    file.write(block)
                files += 1
                continue
            done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", block], cwd=tree, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            commands += 1
            if done.returncode:
                print(f"FAILED, exit {done.returncode}\n{block}\n{done.stdout.decode('utf-8', 'replace')[-6000:]}")
                sys.exit(1)
            last = done.stdout
    assert re.search(rb"100% tests passed, 0 tests failed out of \d\d", last), last
    print(f"{files} files, {commands} blocks of commands: all as HACKING.md says")


main()
