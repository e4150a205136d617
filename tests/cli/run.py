#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: cli.@TOOL@ short cli sanitize EACH cases RUN @bin@ @TOOL@
# ctest: leaks.@TOOL@ LEAKS long cli sanitize NEEDS sanitizers EACH no_library RUN @bin@ @TOOL@
"""run.py [--update] BIN [FILTER...] - run the command line cases of tests/cli/*.t.

A file is in the syntax of cram. A line `# NAME` begins a case, `needs: WORD...` may follow:

    # counts
    needs: gzip
    What is not indented is for readers.

      $ printf 'a;b 1\\n' |
      > collapse-filter --no-such-option
      [2]
      $ cat err
      collapse-filter: unknown option --no-such-option

Under a command is what it prints and its exit code, if that is not 0. A line that ends with (esc) has
escapes (\\x1b, \\\\), a last line without its end ends with (no-eol). The last command `cat err` shows
standard error; in a case without it that is empty.

A case is one shell in an empty folder, with BIN first in PATH, in the locale C (or $CASES_LOCALE), no
input, nothing said of a terminal, $FIXTURES (the project's fixtures/), $INPUTS (fixtures/cli/TOOL, for
inputs that are longer than a few lines) and $TESTS (the project's tests/). It is skipped where one
of the commands that it needs is missing, or is in the variable WITHOUT: formats that this build
cannot read, and FEATURES. A word that is neither of these, nor one of COMMANDS, is an error: its case
would be skipped everywhere.

A FILTER is a tool (all cases of TOOL.t) or a part of TOOL/NAME. --update rewrites what the cases
that fail print.
"""

import ctypes
import difflib
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
MARK = "end of a command, e1c04df2ab37"  # in what a case prints
SHOW_ERRORS = "cat err"

FEATURES = {  # of a build
    "dlopen": "loads libraries by need",
    "libdebuginfod": "",
    "libstdc++": "",
    "linux": "asks for more than POSIX",
    "native": "no emulator runs the programs",
    "ulimit": "runs in little memory",
}
LIBRARIES = {"libdebuginfod": "libdebuginfod.so.1"}  # that are loaded by need: a machine may lack them
COMMANDS = set("""addr2line base64 bash cc cmark-gfm dwz fish g++ gcc go groff gzip llvm-profdata nm objcopy python3 readelf
    script strip stty xmllint xz zsh zstd""".split())  # of other projects


def can_load(library):
    """True if there is such a library, or none is wanted."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def show(line):
    """Bytes as a line of a case."""
    try:
        text = line.decode()
    except UnicodeDecodeError:
        text = line.decode("ascii", "surrogateescape")
    if re.search(r"^([$>]( |$)|\[\d+\]$)", text):
        text = "\\x%02x" % ord(text[0]) + text[1:].replace("\\", "\\\\")
    elif text and not re.search(r"\s$| \((esc|no-eol)\)$", text) and text.replace("\t", "").isprintable():
        return text
    else:
        text = "".join(
            "\\\\" if c == "\\" else
            c if c.isprintable() or c == "\t" else
            "".join("\\x%02x" % byte for byte in c.encode("utf-8", "surrogateescape")) for c in text)
        text = re.sub(r"\s$", lambda end: "\\x%02x" % ord(end[0]), text)
    return text + " (esc)"


def plain(line):
    """What a line stands for: which characters are escaped is not to be compared."""
    end = ""
    if line.endswith(" (no-eol)"):
        line, end = line[:-len(" (no-eol)")], " (no-eol)"
    if line.endswith(" (esc)"):
        line = re.sub(r"\\(\\|x[0-9a-f]{2})",
                      lambda found: "\\" if found[1] == "\\" else chr(int(found[1][1:], 16)).encode(
                          "latin-1").decode("ascii", "surrogateescape"), line[:-len(" (esc)")])
        return line.encode("utf-8", "surrogateescape"), end
    return line.encode("utf-8", "surrogateescape"), end + line if re.match(r"\[\d+\]$", line) else end


def show_all(output, code=0):
    """The lines under a command."""
    lines = [show(line) for line in output.split(b"\n")]
    if output.endswith(b"\n") or not output:
        lines.pop()
    else:
        lines[-1] += " (no-eol)"
    if code:
        lines.append("[%d]" % code)
    return lines


class Command:
    def __init__(self, first):
        self.lines = [first]
        self.expected = []  # lines
        self.got = []

    def text(self):
        return "\n".join(self.lines) + "\n"


class Case:
    def __init__(self, tool, name):
        self.tool = tool
        self.name = name
        self.needs = []
        self.parts = []  # commands, and lines that are not indented

    def commands(self):
        return [part for part in self.parts if isinstance(part, Command)]

    def shows_errors(self):
        commands = self.commands()
        return bool(commands) and commands[-1].lines == [SHOW_ERRORS]

    def lines(self, what):
        """The case as it is written, with the lines `what` of each command."""
        result = ["# " + self.name]
        for part in self.parts:
            if isinstance(part, Command) and part.lines == [SHOW_ERRORS] and not getattr(part, what):
                continue
            if isinstance(part, Command):
                result.append("  $ " + part.lines[0])
                result += [("  > " + line).rstrip() if not line.strip() else "  > " + line
                           for line in part.lines[1:]]
                result += ["  " + line for line in getattr(part, what)]
            else:
                result.append(part)
        return result

    def missing(self, without):
        for need in self.needs:
            if need in without or not can_load(LIBRARIES.get(need)):
                return need
            if need not in FEATURES and not shutil.which(need):
                return need
        return None

    def run(self, folder, environment):
        """Fill in what each command prints; true if that is what is expected."""
        commands = self.commands()
        errors = commands.pop() if self.shows_errors() else None
        script = 'cram_mark() { cram_code=$?; echo "%s $cram_code"; return $cram_code; }\n' % MARK
        script += "cram_mark\n".join(command.text() for command in commands)
        files = {name: os.path.join(folder, name) for name in ("script", "out", "err", "case")}
        with open(files["script"], "w", encoding="utf-8", errors="surrogateescape",
                  newline="\n") as file:
            file.write(script)
        os.mkdir(files["case"])
        inputs = os.path.join(ROOT, "fixtures/cli", self.tool)
        with open(files["out"], "wb") as out, open(files["err"], "wb") as err:
            code = subprocess.call(["sh", files["script"]], cwd=files["case"], stdin=subprocess.DEVNULL,
                                   stdout=out, stderr=err, env=dict(environment, INPUTS=inputs))
        if code < 0:
            code = 128 - code
        with open(files["out"], "rb") as out, open(files["err"], "rb") as err:
            pieces = re.split(rb"%s (\d+)\n" % MARK.encode(), out.read())
            said = err.read()
        remove(files["case"])

        outputs, codes = pieces[0::2], [int(code) for code in pieces[1::2]] + [code]
        for i, command in enumerate(commands):
            command.got = show_all(outputs[i], codes[i]) if i < len(codes) else ["(did not run)"]
        if errors or said:
            if not errors:
                errors = Command(SHOW_ERRORS)
                at = self.parts.index(commands[-1]) if commands else -1
                self.parts.insert(at + 1, errors)
            errors.got = show_all(said)
        return all([plain(line) for line in command.got] == [plain(line) for line in command.expected]
                   for command in self.commands())


def remove(folder):
    try:
        shutil.rmtree(folder)
    except OSError:  # a case has taken its own permissions
        subprocess.call(["chmod", "-R", "u+rwx", folder])
        shutil.rmtree(folder)


def programs():
    """The project's own: those that have cases, and names of formats."""
    with open(os.path.join(ROOT, "collapse/formats.def"), encoding="utf-8") as file:
        names = re.findall(r'"([^"]+)"', file.read())
    return set(names + [os.path.basename(path)[:-len(".t")] for path in glob.glob(os.path.join(HERE, "*.t"))])


def read(path, known):
    """The lines in front of the first case, and the cases, which may need what is known."""
    tool = os.path.basename(path)[:-len(".t")]
    head, cases, command = [], [], None
    with open(path, encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        lines = file.read().split("\n")[:-1]
    for number, line in enumerate(lines, 1):
        if line.startswith("# "):
            cases.append(Case(tool, line[2:]))
            command = None
        elif not cases:
            head.append(line)
        elif line.startswith("  $ "):
            command = Command(line[4:])
            cases[-1].parts.append(command)
        elif line.startswith("  ") and not command:
            sys.exit("%s:%d: no command is above this line" % (path, number))
        elif line.startswith("  >") and line[3:4] in ("", " ") and not command.expected:
            command.lines.append(line[4:])
        elif line.startswith("  "):
            command.expected.append(line[2:])
        else:
            if line.startswith("needs:") and not cases[-1].commands():
                needs = line.split()[1:]
                for need in needs:
                    if need not in known:
                        sys.exit("%s:%d: needs: what is %s?" % (path, number, need))
                cases[-1].needs += needs
            cases[-1].parts.append(line)
            command = None
    return head, cases


def write(path, head, cases, what):
    lines = list(head)
    for case in cases:
        lines += case.lines("got" if case in what else "expected")
    with open(path, "w", encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        file.write("\n".join(lines) + "\n")


def settings(bin_folder):
    environment = dict(os.environ, FIXTURES=os.path.join(ROOT, "fixtures"), TESTS=os.path.join(ROOT, "tests"),
                       PATH=os.path.abspath(bin_folder) + ":" + os.environ["PATH"], LC_ALL="C",
                       PYTHONDONTWRITEBYTECODE="1")  # nothing is written into the tree
    for name in ("COLUMNS", "NO_COLOR", "COLORTERM", "SOURCE_DATE_EPOCH", "LC_CTYPE"):
        environment.pop(name, None)
    if os.environ.get("CASES_LOCALE"):  # but what the cases sort stays in the order of bytes
        del environment["LC_ALL"]
        environment.update(LANG=os.environ["CASES_LOCALE"], LC_COLLATE="C")
    return environment


def is_wanted(case, filters):
    name = case.tool + "/" + case.name
    return not filters or any(case.tool == word or (not os.path.exists(os.path.join(HERE, word + ".t"))
                                                    and word in name) for word in filters)


def main(words):
    is_update = words[:1] == ["--update"]
    words = words[is_update:]
    if not words or not os.path.isdir(words[0]):
        sys.exit("usage: run.py [--update] BIN [FILTER...]")
    environment = settings(words[0])
    without = os.environ.get("WITHOUT", "").split()
    os.environ["PATH"] = environment["PATH"]
    known = programs().union(FEATURES, COMMANDS)
    count = {"passed": 0, "failed": 0, "skipped": 0}
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(glob.glob(os.path.join(HERE, "*.t"))):
            head, cases = read(path, known)
            updated = []
            for case in cases:
                if not is_wanted(case, words[1:]):
                    continue
                name = case.tool + "/" + case.name
                lacking = case.missing(without)
                if lacking:
                    print("skipped %s: no %s here" % (name, lacking))
                    count["skipped"] += 1
                elif case.run(folder, environment):
                    count["passed"] += 1
                elif is_update:
                    print("updated", name)
                    updated.append(case)
                    count["passed"] += 1
                else:
                    print("FAILED %s: %s" % (name, case.commands()[0].lines[0]))
                    difference = difflib.unified_diff(case.lines("expected"), case.lines("got"),
                                                      "expected", "got", lineterm="")
                    for line in list(difference)[:60]:
                        print(line.encode("utf-8", "surrogateescape").decode("utf-8", "replace"))
                    count["failed"] += 1
            if updated:
                write(path, head, cases, updated)
    if count["skipped"]:
        print(count["skipped"], "skipped")
    print(count["passed"], "passed,", count["failed"], "failed")
    return 1 if count["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
