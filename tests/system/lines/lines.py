#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: real.lines long real TIMEOUT 900 RUN @bin@
"""lines.py BIN [--verbose] - compare lines of the source with those that addr2line finds, at each instruction.

Programs of C and C++ are compiled by gcc and clang, as far as they are here, with debugging information of several versions
and places. Each instruction is a sample of a recording of its own thread, and of a text. The functions at it, inlined
ones first, and their places are compared with those of llvm-symbolizer or addr2line -i. Differences are counted by
reason; those without a reason fail.

    no line   code that belongs to no line (line 0): the file is named by the one and not by the other
    dropped   addr2line leaves out functions that were inlined
"""

import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "recordings"))
from records import MMAP, Records, USER, USER_PART, text

TOOL = next((tool for tool in ("llvm-symbolizer", "llvm-symbolizer-14") if shutil.which(tool)), None)
MAP = 0x555555554000


def run(*words, **more):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True, **more).stdout


def programs(sources):
    """(name, command lines, program) for what can be made here."""
    for compiler, cxx in (("gcc", "g++"), ("clang", "clang++")):
        if not shutil.which(compiler):
            continue
        for version in (4, 5):
            for language, tool in (("c", compiler), ("cpp", cxx)):
                source = os.path.join(sources, "lined." + language)
                base = [tool, "-O2", "-g", f"-gdwarf-{version}", "-I", ROOT, source, "-o"]
                for kind, flags in (("plain", []), ("gz", ["-gz"]), ("sections", ["-ffunction-sections", "-Wl,--gc-sections"])):
                    yield f"{tool}-{version}-{language}-{kind}", [base + ["program"] + flags]
                # llvm-symbolizer 14 loses inlined functions with ranges in split units of C
                yield f"{tool}-{version}-{language}-split", [base + ["whole"], base + ["program", "-gsplit-dwarf"]]
                yield f"{tool}-{version}-{language}-link", [base + ["program"], ["cp", "program", "whole"],
                    ["objcopy", "--only-keep-debug", "program", "program.debug"], ["strip", "program"],
                    ["objcopy", "--add-gnu-debuglink=program.debug", "program"]]
                if shutil.which("dwz") and compiler == "gcc":
                    yield f"{tool}-{version}-{language}-dwz", [base + ["program"], ["cp", "program", "other"],
                        ["dwz", "-m", "shared", "program", "other"]]
                    yield f"{tool}-{version}-{language}-types", [base + ["program", "-fdebug-types-section"]]
    if shutil.which("clang"):
        yield "clang-5-source", [["clang", "-O2", "-g", "-gdwarf-5", "-gembed-source", "-I", ROOT, os.path.join(sources, "lined.c"),
                                  "-o", "program"]]
    if shutil.which("rustc"):
        yield "rust", [["rustc", "-O", "-g", os.path.join(sources, "lined.rs"), "-o", "program"]]


def instructions(path):
    """Addresses of instructions of functions whose names have "lined" in them, and of main; no padding."""
    inside = set()
    for line in run("nm", "-S", path).splitlines():
        words = line.split()
        if len(words) == 4 and words[2] in "tTwW" and ("lined" in words[3] or words[3] == "main"):
            inside.update(range(int(words[0], 16), int(words[0], 16) + int(words[1], 16)))
    code = run("objdump", "-d", "--no-show-raw-insn", path).splitlines()
    found = [int(line.split(":")[0], 16) for line in code if re.match(r" *[0-9a-f]+:\t", line)]
    return [address for address in found if address in inside]


def expected(path, addresses):
    """For each address its places, innermost first: (file, line)."""
    out = {}
    questions = "".join(f"{address:#x}\n" for address in addresses)
    if TOOL:
        blocks = run(TOOL, "-e", path, "--inlines", "--functions=linkage", input=questions).split("\n\n")
        for address, block in zip(addresses, blocks):
            lines = block.strip().split("\n")[1::2]
            out[address] = [(os.path.basename(line.rsplit(":", 2)[0]), int(line.rsplit(":", 2)[1])) for line in lines]
        return out
    blocks = re.split(r"^0x[0-9a-f]+\n", run("addr2line", "-e", path, "-i", "-f", "-a", input=questions), flags=re.M)[1:]
    for address, block in zip(addresses, blocks):
        lines = [re.sub(r" \(discriminator \d+\)", "", line) for line in block.strip().split("\n")[1::2]]
        out[address] = [(os.path.basename(line.rsplit(":", 1)[0]), int(line.rsplit(":", 1)[1].replace("?", "0"))) for line in lines]
    return out


def segments(path):
    """(offset in the file, address, size) of what is executable."""
    for line in run("readelf", "-lW", path).splitlines():
        words = line.split()
        if words and words[0] == "LOAD" and "E" in words[6:-1]:
            yield int(words[1], 16), int(words[2], 16), int(words[4], 16)


def recording(path, addresses):
    """A recording in which each address is a sample of a thread named after it."""
    records = Records()
    offset, start, size = next(segments(path))
    page = start & ~0xFFF
    records.comm(7, "program")
    size = (size + 0x1FFF) & ~0xFFF
    records.add(MMAP, (7, 7), struct.pack("<iiQQQ", 7, 7, MAP + page, size, offset & ~0xFFF) + text(os.path.abspath(path)), USER)
    for i, address in enumerate(addresses):
        records.comm(7, f"{address:x}", 100 + i)
        records.sample(7, MAP + address, [USER_PART, MAP + address], 100 + i)
    return records.file()


def places(output):
    """The places that collapse-perf shows, by address."""
    found = {}
    for line in output.splitlines():
        frames = line.rsplit(" ", 1)[0].split(";")
        rows = []
        for frame in reversed(frames[1:]):
            match = re.search(r":([^:]+):(\d+)$", frame)
            rows.append((match[1], int(match[2])) if match else ("??", 0))
        found[int(frames[0], 16)] = rows
    return found


def reason(ours, theirs):
    """Why places may differ; None: they may not."""
    known = [place for place in theirs if place[1]]
    if len(ours) == len(theirs) and all(ours[i] == place or ours[i][1] == place[1] == 0 for i, place in enumerate(theirs)):
        return "no line"
    return "dropped" if not TOOL and known and ours[-1] == known[-1] else None


def main():
    if not all(map(shutil.which, ("objdump", "nm", "readelf"))) or not (TOOL or shutil.which("addr2line")):
        print("skipped: no binutils here")
        return 77
    bin_folder, verbose = os.path.abspath(sys.argv[1]), "--verbose" in sys.argv
    checks, failed, reasons = 0, 0, {}
    with tempfile.TemporaryDirectory() as work:
        for name, commands in programs(HERE):
            folder = os.path.join(work, name)
            os.makedirs(folder)
            os.chdir(folder)
            if any(subprocess.run(words, stderr=subprocess.DEVNULL).returncode for words in commands):
                print(f"{name}: cannot be made here")
                continue
            addresses = instructions("whole" if os.path.exists("whole") else "program")
            theirs = expected("whole" if os.path.exists("whole") else "program", addresses)
            if name.endswith("split") and addresses != instructions("program"):
                sys.exit(f"{name}: its code is not that of the program without split units")
            with open("perf.data", "wb") as out:
                out.write(recording("program", addresses))
            tool = os.path.join(bin_folder, "collapse-perf")
            ours = places(run(tool, "--no-header", "-q", "--trust-files", "--lines", "perf.data"))
            differ = 0
            for address in addresses:
                checks += 1
                if ours.get(address, []) == theirs[address]:
                    continue
                why = reason(ours.get(address, [("??", 0)]), theirs[address])
                reasons[why] = reasons.get(why, 0) + 1
                if why is None:
                    failed += 1
                    differ += 1
                    if verbose and differ <= 5:
                        print(f"{name}: {address:#x}: {ours.get(address)}, not {theirs[address]}")
            print(f"{name}: {len(addresses)} addresses, {differ} differ")
    for why, count in sorted(reasons.items(), key=str):
        print(f"{count} differ: {why or 'without a reason'}")
    print(f"{checks} addresses, {failed} failed")
    return 1 if failed or checks == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
