#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: lint.language short lint RUN @root@
"""check-language.py ROOT - comments are plain English, in the terms of CONTRIBUTING.md.

Comments of C, scripts and build files begin with their subject, call code "it", and use the words
on the right of WORDS. Names of tests begin with their subject, too. Section Language of
CONTRIBUTING.md has a row for each of TERMS. Lines of Markdown have at most 100 columns, except
tables, code, and words that cannot be broken.
"""
import os
import re
import subprocess
import sys

COLUMNS = 100

TERMS = ("call stack", "frame", "sample", "symbolize", "resolve", "intern", "hash collision",
         "open addressing", "prefetch", "deduplicate", "merge", "concatenate", "fold", "call tree",
         "icicle", "differential", "heuristic", "fall back")

# A regular expression for words of a comment, and what to write.
WORDS = (
    (r"told", "recognised, known, given or asked"),
    (r"(tell|tells|told) [^.;:]{0,30}apart", "distinguish"),
    (r"by lots?", "at random"),
    (r"lucky?", "the worst case, or a chance"),
    (r"enem(y|ies)", "attacker"),
    (r"manners?", "behaviour"),
    (r"house", "project, tree or module"),
    (r"innards", "internals"),
    (r"in vain", "without success"),
    (r"be it", "whether"),
    (r"at hand", "current, available or buffered"),
    (r"(no )?trifle", "significant or not"),
    (r"no matter", "ignored, unused or any"),
    (r"behind", "after, of text and of lists"),
    (r"pass(es|ed)? over", "skip"),
    (r"the other way round", "reversed"),
    (r"(no|some|any)body('s)?", "none, another thread, the caller, a user"),
    (r"whoever|whomever", "the caller, the thread that ..."),
    (r"guess(ed|es)? (right|wrong)", "predict, mispredict"),
)

OPENING = re.compile(r"(Of|By|Where|Who|Whom|What|That|Those|Whose)\b(?! default)|The same\b")
QUESTION = re.compile(r"(Is|Are|Does|Do|Did|Has|Have|Can|May|Must|Was|Were)\b[^.?]*\?")
TEST = re.compile(r"(?m)^static void (?=(?:of|by|where|who|whose|what|that|those|nobody)_)(\w+)"
                  r"|^test\(\"(?=(?:of|by|where|who|whose|what|that|those|nobody) )([^\"]*)")
WHO = re.compile(r"\b(\w+)?[ ,(]*\b(who|whom)\b", re.IGNORECASE)
PEOPLE = {"attacker", "attackers", "user", "users", "reader", "readers", "people", "authors"}

# This file has the words; fixtures and cases are data.
EXEMPT = ("tests/lint/check-language.py",)
SKIPPED = ("fixtures/", "tests/cli/")

TOKENS = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)


def project_files():
    listed = subprocess.run(["sh", "-c", ". tests/lint/files.sh; project_files"],
                            capture_output=True, text=True, check=True).stdout
    return listed.splitlines()


def comments_of_c(text):
    """(line, text) of each comment; a run of // lines is one."""
    run, next_line = [], 0
    for match in TOKENS.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        if match[0].startswith("//") and run and line == next_line:
            run.append(match[0][2:])
        elif match[0].startswith(("/*", "//")):
            if run:
                yield first, "\n".join(run)
            run, first = [], line
            if match[0].startswith("//"):
                run = [match[0][2:]]
            else:
                yield line, re.sub(r"(?m)^[ \t]*\* ?", "", match[0][2:-2])
        next_line = line + 1
    if run:
        yield first, "\n".join(run)


def comments_of_script(text):
    run = []
    for number, line in enumerate(text.split("\n") + [""], 1):
        match = re.match(r"[ \t]*#(?!!)(.*)", line)
        if match:
            run.append(match[1])
            continue
        if run:
            yield number - len(run), "\n".join(run)
        run = []
        match = re.search(r"[ \t]#[ \t](.*)", line)
        if match and not re.search(r"[\"'`$]", match[1]):
            yield number, match[1]


def comments_of(path, text):
    if path.endswith((".c", ".h", ".def", ".js", ".mjs")):
        return comments_of_c(text)
    if path.endswith((".py", ".sh", ".cmake", "CMakeLists.txt")):
        return comments_of_script(text)
    return ()


def problems_of(comment):
    body = comment.replace("SPDX-License-Identifier: MIT", "").strip()
    opening = OPENING.match(body)
    if opening:
        yield f"begins with '{opening[0]}': begin with the subject or a verb"
    words = " ".join(body.split())
    question = QUESTION.match(words)
    if question:
        yield f"asks '{question[0][:30]}...': 'True if ...'"
    for match in WHO.finditer(words):
        if (match[1] or "").lower() not in PEOPLE:
            yield f"'{match[2]}': code is 'it'"
    for word, use in WORDS:
        match = re.search(rf"(?<![`\w-])({word})(?![`\w-])", words)
        if match:
            yield f"'{match[0]}': {use}"


def check_comments(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    found = [f"{path}:{line}: {problem}" for line, comment in comments_of(path, text)
             for problem in problems_of(comment)]
    if path.startswith("tests/"):
        found += [f"{path}: the test '{match[1] or match[2]}' does not begin with its subject"
                  for match in TEST.finditer(text)]
    return found, sum(1 for _ in comments_of(path, text))


def check_markdown(path):
    is_code = False
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if line.startswith("```"):
                is_code = not is_code
            if len(line) <= COLUMNS or is_code or line.startswith(("|", "    ")):
                continue
            if " " in line.lstrip(" -*>")[:COLUMNS]:
                yield f"{path}:{number}: {len(line)} columns, more than {COLUMNS}"


def check_glossary():
    with open("CONTRIBUTING.md", encoding="utf-8") as file:
        part = re.search(r"(?ms)^## Language\n(.*?)(?=^## |\Z)", file.read())
    rows = re.findall(r"(?m)^\| ([^|]+) \|", part[1]) if part else []
    terms = {term.strip() for row in rows for term in row.split(",")}
    for term in TERMS:
        if term not in terms:
            yield f"CONTRIBUTING.md: the table of section Language has no row for '{term}'"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: check-language.py ROOT")
    os.chdir(sys.argv[1])
    found, count = list(check_glossary()), 0
    for path in project_files():
        if path in EXEMPT or path.startswith(SKIPPED) or not os.path.isfile(path):
            continue
        if path.endswith(".md"):
            found += check_markdown(path)
        else:
            more, number = check_comments(path)
            found += more
            count += number
    print("\n".join(found) or f"{count} comments are plain English")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
