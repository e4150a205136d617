#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: docs.security short docs RUN @root@
"""security.py ROOT - security.txt beside this file has the sentences of SECURITY.md, in their order, and names a test
for each, or why there is none. The tests are there, and every fuzzer is named.
"""
import os
import re
import sys

SECTIONS = ("What is promised", "What is not promised", "How it is tested")


def sentences(markdown):
    for section in SECTIONS:
        text = re.search(rf"^## {section}\n(.*?)(?=^## |\Z)", markdown, re.M | re.S).group(1)
        for paragraph in re.split(r"\n\n|^- ", text, flags=re.M):
            yield from filter(None, re.split(r"(?<=[.]) (?=[A-Z`])", " ".join(paragraph.replace("**", "").split())))


def claims(text):
    """(sentence, what proves it), for each line that is not indented and those below it."""
    found = []
    for line in text.splitlines():
        if line.startswith("\t") and found:
            found[-1][1].append(line.strip())
        elif line.strip() and not line.startswith("#"):
            found.append((line, []))
    return found


def is_case(name):
    path, _, case = name.rpartition("/")
    if not os.path.isfile(path + ".t"):
        return False
    with open(path + ".t", encoding="utf-8", errors="surrogateescape") as file:
        return f"\n# {case}\n" in file.read()


def main():
    os.chdir(sys.argv[1])
    with open("SECURITY.md", encoding="utf-8") as file:
        wanted = list(sentences(file.read()))
    with open("tests/docs/security.txt", encoding="utf-8") as file:
        found = claims(file.read())
    bad = [f"SECURITY.md, without a test in security.txt: {line}" for line in wanted if line not in dict(found)]
    bad += [f"security.txt, not in SECURITY.md: {line}" for line, _ in found if line not in wanted]
    if not bad and [line for line, _ in found] != wanted:
        bad.append("security.txt: the sentences have another order than in SECURITY.md")
    named = [name for _, proofs in found for line in proofs if not line.startswith("-- ") for name in line.split()]
    bad += [f"security.txt, no test and no reason: {line}" for line, proofs in found if not proofs]
    bad += [f"security.txt, no such test: {name}" for name in named
            if not name.startswith("tests/") or not (os.path.isfile(name) or is_case(name))]
    bad += [f"security.txt, a fuzzer is not named: {name}" for name in sorted(os.listdir("tests/fuzz"))
            if name.startswith("fuzz_") and f"tests/fuzz/{name}" not in named]
    print("\n".join(bad) or f"{len(wanted)} sentences, {len(set(named))} tests")
    return bool(bad or not wanted)


sys.exit(main())
