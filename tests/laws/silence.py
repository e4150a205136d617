#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.silence short law NEEDS all-formats TIMEOUT 600 RUN --first @bin@
# ctest: law.silence-long long law NEEDS all-formats TIMEOUT 1800 RUN @bin@
"""silence.py [--first] BIN [FORMAT...] - what a collapser does not use of an input that it recognises, it says.

One thing of a fixture is renamed, wherever it is: a word of a text (so members and values of JSON, elements and attributes of XML,
headings of columns, keywords), or the number of a field of a protocol buffer; or the whole text is what editors and terminals make of it
(blanks for tabs, none at the ends of lines, CR LF, all lines indented, an empty line behind each), or what logs do
(a time in front of each). Then the output is what it was, but for the new name; or the program says on standard error what it did not say
before; or it fails with a message. Of doubled lines, and of those of a log, the output is the same. With
--first it is done to the smallest fixture of each format and kind of file.
"""

import collections
import concurrent.futures
import gzip
import itertools
import os
import re
import subprocess
import sys

FIXTURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "fixtures")
MARK = b"zq"  # behind a word that is renamed; in no fixture

# What may change the output without a word: it is a name, which the program reads more out of than the letters.
MEANT = [
    ("chrome-tracing", "CpuProfile", "the name of an event"),
    ("chrome-tracing cpuprofile firefox", "root", "(root) is a frame by its name"),
    ("dhat firefox sample", "in dylib", "what stands behind a name"),
    ("firefox", "startTime", "a fact of the header that few files have"),
    ("offcpu", "time us", "the heading that the unit is read from"),
    ("dtrace sample xctrace", "GT LT RF llvm u20 u5b u5d u7b u7d", "mangled names of Rust"),
    ("dtrace gdb", "clone const operator", "names of C++"),
    ("jstack", "Continuation Reference SocketDispatcher ThreadDumper internal java jdk lang read0 ref run vm",
     "functions that wait, or belong to the virtual machine"),
    ("sample", "libsystem_kernel __workq_kernreturn mach_msg_trap read __ulock_wait __psynch_cvwait", "functions that wait"),
    ("offcpu", "target waker", "in front of names, where they stay"),
    ("perf", "clone const operator inlined", "names of C++"),
    ("perf", "unknown", "[unknown] is the name of no function, and of no file"),
    ("perf", "event freq sample_freq sample_period", "facts of the header that perf may leave out"),
    ("julia", "any unknown stackframes", "[any unknown stackframes] is the name of no function"),
    ("procstack", "ret_from_fork ret_from_fork_asm", "functions that end a stack"),
    ("python", "__main__ py", "files that keep their folder"),
    ("python", "File No Python frames inlined", "frames that are a name alone"),
    ("lldb", "artificial at inlined opt", "behind the names of functions, where they stay"),
    ("gdb", "in", "in front of the names of functions, where it stays"),
    ("pprof-rs", "FRAME THREAD", "frames that are not folded"),
    ("go", "inline", "behind the names of functions, where it stays"),
    ("go", "dflt", "without a mark the first type is counted"),
    ("jemalloc", "gnu ld lib libc linux so usr x86 x86_64", "files whose symbols are looked up"),
    ("recursive", "logged", "folded stacks may begin with anything"),
    ("uftrace", "linux sched", "events whose names are frames"),
]


def words(data):
    """The text with each of its words renamed."""
    for word in sorted(set(re.findall(rb"[A-Za-z_][A-Za-z0-9_]+", data))):
        if re.fullmatch(rb"h?[0-9a-f]{6,}", word) and re.search(rb"[0-9]", word):
            continue  # an address, or the hash behind a name
        yield word.decode(), re.sub(rb"(?<![A-Za-z0-9_])" + word + rb"(?![A-Za-z0-9_])", word + MARK, data)


# Fields of messages whose content is a message: by the path of their numbers.
MESSAGES = {
    "pprof": {(1,), (2,), (2, 3), (3,), (4,), (4, 4), (5,), (11,)},
    "otlp": {(1,), (1, 1), (1, 1, 1), (1, 1, 1, 2), (1, 2), (1, 2, 2), (1, 2, 2, 1), (1, 2, 2, 2), (1, 2, 2, 5), (2,)} |
            {(2, n) for n in (1, 2, 3, 4, 6, 7)} | {(2, 2, 3), (2, 6, 2)},
    "simpleperf": {(1,), (1, 3), (1, 6), (2,), (3,), (4,), (5,), (6,)},
    "perfetto": {(1,), (1, 2), (1, 2, 1), (1, 2, 2), (1, 44), (1, 54), (1, 61), (1, 61, 3), (1, 61, 3, 2), (1, 66)} |
                {(1, 12)} | {(1, 12, n) for n in (5, 6, 7, 16, 17, 19)} |
                {(1, 37)} | {(1, 37, n) for n in (1, 2, 3, 4, 5)} | {(1, 37, 5, 2)},
}


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if not data[at - 1] & 128:
            return value, at


def number(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def renumber(data, messages, path, change, seen):
    """The message with other numbers for the fields of the path `change`; `seen` has all paths."""
    out, at = bytearray(), 0
    while at < len(data):
        key, at = varint(data, at)
        field, kind = key >> 3, key & 7
        here, start = path + (field,), at
        seen.add(here)
        if kind == 2:
            size, at = varint(data, at)
            body = data[at:at + size]
            at += size
            if here in messages:
                body = renumber(body, messages, here, change, seen)
            body = number(len(body)) + body
        else:
            at = varint(data, at)[1] if kind == 0 else at + (8 if kind == 1 else 4)
            body = data[start:at]
        out += number((field + 900 if here == change else field) << 3 | kind) + body
    return bytes(out)


def fields(name, data):
    """The protocol buffer with each of its fields renumbered."""
    def change(of):
        seen = set()
        if name != "simpleperf":
            return renumber(data, MESSAGES[name], (), of, seen), seen
        out, at = data[:12], 12  # records with their lengths in front
        while (size := int.from_bytes(data[at:at + 4], "little")) > 0:
            record = renumber(data[at + 4:at + 4 + size], MESSAGES[name], (), of, seen)
            out += len(record).to_bytes(4, "little") + record
            at += 4 + size
        return out + data[at:], seen

    for path in sorted(change(None)[1]):
        yield ".".join(map(str, path)), change(path)[0]


def pasted(data):
    """The text as it comes from a terminal, an editor or a page."""
    lines = data.split(b"\n")
    yield "blanks for tabs", b"\n".join(line.expandtabs(8) for line in lines)
    yield "no blanks at the ends", b"\n".join(line.rstrip() for line in lines)
    yield "CR LF", data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    yield "indented", b"\n".join(line and b"    " + line for line in lines)
    yield "doubled", data.replace(b"\n", b"\n\n")
    if data[:8000].count(b"\n") >= 3:
        yield "logged", re.sub(rb"(?m)^(?=.|\n)", b"2026-11-28T10:00:00.123456789Z ", data)


def mutants(name, path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    assert MARK not in data
    if name in MESSAGES and not data.lstrip()[:1] in b"{[":
        return data, fields(name, data)
    if b"\0" in data or name == "jfr" and b"FLR" in data[:4]:
        return data, ()
    return data, itertools.chain(() if re.search(rb"[\x01-\x08\x0e-\x1f]", data) else pasted(data), words(data))


def run(bin_dir, name, data):
    done = subprocess.run([os.path.join(bin_dir, "collapse-" + name)], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False, timeout=60)
    counts = collections.Counter()
    for line in done.stdout.replace(MARK, b"").splitlines():
        stack, _, count = line.rpartition(b" ")
        counts[stack] += float(count) if re.fullmatch(rb"[0-9.]+", count) else 1
    notes = collections.Counter(done.stderr.replace(MARK, b"").splitlines())
    return done.returncode, counts, notes


def is_meant(name, what):
    return any(name in formats.split() and what in words.split() for formats, words, _ in MEANT)


def look(bin_dir, name, path):
    """What was lost in silence."""
    data, all_mutants = mutants(name, path)
    _, counts, notes = run(bin_dir, name, data)
    lost = []
    for what, mutant in all_mutants:
        if is_meant(name, what):
            continue
        code, new_counts, new_notes = run(bin_dir, name, mutant)
        if what in ("doubled", "logged") and new_counts != counts:
            lost.append((what, "other stacks"))
        elif code < 0:
            lost.append((what, f"signal {-code}"))
        elif code != 0 and not new_notes:
            lost.append((what, "fails without a message"))
        elif code == 0 and new_counts != counts and not new_notes - notes:
            gone = counts - new_counts
            more = new_counts - counts
            lost.append((what, f"{sum(counts.values()):g} became {sum(new_counts.values()):g}: -{dict(list(gone.items())[:2])} "
                               f"+{dict(list(more.items())[:2])}"))
    return lost


def main():
    arguments = sys.argv[1:]
    is_short = arguments[0] == "--first"
    bin_dir, *only = arguments[is_short:]
    failed, jobs = 0, []
    for name in sorted(os.listdir(FIXTURES)):
        folder = os.path.join(FIXTURES, name)
        if not os.path.exists(os.path.join(bin_dir, "collapse-" + name)) or (only and name not in only):
            continue
        files = [os.path.join(folder, file) for file in sorted(os.listdir(folder)) if os.path.isfile(os.path.join(folder, file))]
        if is_short:
            by_kind = {os.path.splitext(file)[1]: file for file in sorted(files, key=os.path.getsize, reverse=True)}
            files = sorted(by_kind.values())
        jobs += [(name, file) for file in files]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (name, path), lost in zip(jobs, pool.map(lambda job: look(bin_dir, *job), jobs)):
            for what, how in lost:
                print(f"{name}/{os.path.basename(path)}: {what}: {how}", flush=True)
            failed += len(lost)
    print(f"{len(jobs)} fixtures, {failed} things lost in silence")
    return failed > 0


sys.exit(main())
