#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: system.whole-stacks long system NEEDS events TIMEOUT 1800 RUN @bin@
"""whole.py BIN [WORD...] - stacks of record-stacks --call-graph auto against the truth.

Each program is recorded once, with chains, registers and copies of 65,528 bytes. Unwinding the whole copy is the truth. Then
the copies are cut, here and not by the kernel, so that the samples are the same: to 512 bytes and 8,192, without chains
(dwarf,8192), without copies (fp); "repaired" is auto,512 with --repair-cut; "perf" is perf script of the same samples, where
there is perf. A stack counts from main, or a thread's function, to the leaf. Wrong frames are those that the truth does not
have; what stands before a truth that does not reach main itself is not counted, as nobody knows what is right there. "of own":
of the stacks in which all frames from main on are the program's own. Only programs whose name has one of the WORDs are taken.
"""

import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
CPU, CALLCHAIN, RAW, REGS_USER, STACK_USER = 1 << 7, 1 << 5, 1 << 10, 1 << 12, 1 << 13
FIXED = [1 << 16, 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 6, 1 << 9, CPU, 1 << 8]  # a word each, in the order of a sample
SAMPLE, HEADER_ATTR, TRACING_DATA = 9, 64, 66
WITHOUT_USER_CHAIN, USER = 1 << 22, 2**64 - 512
BEGINNERS = ("__libc_start_call_main", "start_thread", "runtime.goexit", "__libc_start_main", "libc_start_main_stage2", "_start")
SMALL, REPAIRED = "auto,512", "repaired"  # auto,512 with --repair-cut
VARIANTS = [(SMALL, {"size": 512}), (REPAIRED, {"size": 512}), ("auto", {"size": 8192}), ("dwarf,8192", {"size": 8192, "with_chain": False}),
            ("fp", {"with_copy": False})]
PERF = ["fp"]  # what perf can fold, too; to unwind copies it needs maps of data, which are not recorded
COLLAPSE = ["collapse-perf", "--labels", "cpu", "--no-header"]
MILLISECONDS = "2000"


# ---- Recordings ----

def record(command, rate, path):
    subprocess.run(["record-stacks", "-q", "-e", "cpu-clock", "-F", rate, "--buffer", "64M", "--call-graph", "auto,65528", "-o", path,
                    "--", *command], stdout=subprocess.DEVNULL, check=False)


def records(data):
    at = 16
    while at + 8 <= len(data):
        kind, misc, size = struct.unpack_from("<IHH", data, at)
        more = (struct.unpack_from("<I", data, at + 8)[0] + 7) // 8 * 8 if kind == TRACING_DATA else 0
        yield kind, misc, data[at + 8:at + size], data[at + size:at + size + more]
        at += size + more


def cut_sample(body, attribute, number, size=None, with_chain=True, with_copy=True):
    sample_type, registers = struct.unpack_from("<Q", attribute, 24)[0], struct.unpack_from("<Q", attribute, 80)[0]
    out, at = bytearray(), 0
    for bit in FIXED:
        if sample_type & bit:
            out += body[at:at + 8]
            if bit == CPU:
                out[-8:-4] = struct.pack("<I", number)
            at += 8
    count, = struct.unpack_from("<Q", body, at)
    chain = struct.unpack_from(f"<{count}Q", body, at + 8)
    at += 8 + 8 * count
    if not with_chain and USER in chain:
        chain = chain[:chain.index(USER)]
    out += struct.pack(f"<Q{len(chain)}Q", len(chain), *chain)
    if not with_copy:
        return bytes(out)
    words = 1 + (bin(registers).count("1") if body[at] else 0)
    out += body[at:at + 8 * words]
    at += 8 * words
    room, = struct.unpack_from("<Q", body, at)
    if room == 0:
        return bytes(out + body[at:])
    valid, = struct.unpack_from("<Q", body, at + 8 + room)
    kept = min(room, size or room)
    return bytes(out + struct.pack("<Q", kept) + body[at + 8:at + 8 + kept] + struct.pack("<Q", min(valid, kept)))


def cut(data, **how):
    """The recording, cut; each sample has a processor of its own, by which its stack is found. And bytes of samples."""
    out, attribute, number, total = [data[:16]], b"", 1000000, 0
    for kind, misc, body, more in records(data):
        if kind == HEADER_ATTR:
            attribute, changed = body, bytearray(body)
            sample_type, flags = struct.unpack_from("<Q", body, 24)[0], struct.unpack_from("<Q", body, 40)[0]
            if not how.get("with_copy", True):
                struct.pack_into("<Q", changed, 24, sample_type & ~(REGS_USER | STACK_USER))
            if not how.get("with_chain", True):
                struct.pack_into("<Q", changed, 40, flags | WITHOUT_USER_CHAIN)
            body = bytes(changed)
        elif kind == SAMPLE:
            number += 1
            body = cut_sample(body, attribute, number, **how)
            total += 8 + len(body)
        out.append(struct.pack("<IHH", kind, misc, len(body) + 8) + body + more)
    return b"".join(out), total


def stacks_of(text):
    stacks = {}
    for line in text.splitlines():
        label, _, *frames = line.rsplit(" ", 1)[0].split(";")
        stacks[label] = frames
    return stacks


def fold(path, *options):
    begin = time.time()
    done = subprocess.run([*COLLAPSE, "--no-inline", *options, path], capture_output=True, text=True, check=True)
    return stacks_of(done.stdout), time.time() - begin, done.stderr


def fold_by_perf(path):
    """What perf unwinds, names and prints."""
    begin = time.time()
    printed = subprocess.run(["perf", "script", "--no-inline", "-F", "comm,pid,tid,cpu,time,period,event,ip,sym,dso", "-i", path],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
    done = subprocess.run(COLLAPSE, input=printed, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    return stacks_of(done.stdout.decode()), time.time() - begin, ""


# ---- Comparison ----

def from_main(frames):
    """Without what calls main, and whether main, or a thread's function, was reached."""
    at = max((i for i, frame in enumerate(frames) if frame.startswith(BEGINNERS)), default=-1)
    if "main" in frames:
        return frames[frames.index("main"):], True
    return frames[at + 1:], at >= 0


def common(a, b):
    """How many frames of both are in the same order."""
    if a == b[len(b) - len(a):]:
        return len(a)
    row = [0] * (len(b) + 1)
    for x in a:
        new = [0]
        for j, y in enumerate(b):
            new.append(row[j] + 1 if x == y else max(row[j + 1], new[j]))
        row = new
    return row[-1]


class Result:
    def __init__(self):
        self.samples = self.equal = self.reached = self.wrong = self.frames = self.of_own = self.own_equal = 0
        self.examples, self.unequal = [], []

    def add(self, truth, frames):
        if frames[:1] == ["[cut]"]:
            frames = frames[1:]
        mine, reached = from_main(frames)
        true, is_whole = from_main(truth)
        is_equal = mine == true
        is_own = all(frame.startswith("w_") or frame == "main" for frame in true)
        ends_alike = frames[-len(truth):] == truth
        wrong = 0 if ends_alike and not is_whole else len(frames) - common(frames, truth)
        self.samples += 1
        self.equal += is_equal
        self.reached += reached
        self.wrong += wrong
        self.frames += len(frames)
        self.of_own += is_own
        self.own_equal += is_own and is_equal
        if wrong:
            self.examples.append((frames, truth))
        if is_own and not is_equal:
            self.unequal.append((frames, truth))


def percent(part, whole):
    return f"{100 * part / whole:7.2f}" if whole else "      -"


def prove(name, data, folder, places):
    path = os.path.join(folder, "whole.data")
    results, small = {}, {}
    for label, how in [("truth", {}), *VARIANTS]:
        body, total = cut(data, **how)
        with open(path, "wb") as file:
            file.write(body)
        stacks, took, said = fold(path, *(["--repair-cut"] if label == REPAIRED else []))
        if label == "truth":
            truth = {key: frames for key, frames in stacks.items() if frames}
            reached = sum(from_main(frames)[1] for frames in truth.values())
            print(f"{name}: {len(truth)} samples, the truth reaches main in {percent(reached, len(truth)).strip()} %", flush=True)
            continue
        results[label] = compare(label, truth, stacks, total, took, said)
        if label == REPAIRED:
            places.add(truth, small, stacks)
        small = stacks if label == SMALL else small
        if label in PERF and shutil.which("perf"):
            stacks, took, said = fold_by_perf(path)
            compare(f"perf {label}", truth, stacks, total, took, said)
    return results


def compare(label, truth, stacks, total, took, said):
    result = Result()
    for key, frames in truth.items():
        result.add(frames, stacks.get(key, []))
    cuts = [line.split(": ", 2)[-1].split(" ")[0] for line in said.splitlines() if "longer than" in line]
    print(f"  {label:11}{percent(result.equal, result.samples)}{percent(result.own_equal, result.of_own)}"
          f"{percent(result.reached, result.samples)}{result.wrong:7}{100 * result.wrong / max(1, result.frames):8.3f}"
          f"{total // max(1, result.samples):8}{took * 1e6 / max(1, result.samples):8.1f}  {cuts[0] if cuts else 0}", flush=True)
    if "SHOW" in os.environ:
        for frames, true in (result.unequal if os.environ["SHOW"] == "unequal" else result.examples)[:4]:
            print("      got  ", ";".join(frames)[-250:])
            print("      truth", ";".join(true)[-250:])
    return result


class Places:
    """Of all programs: stacks that are cut, those that --repair-cut placed, and those that it placed in a wrong context."""
    def __init__(self):
        self.cut = self.placed = self.wrong = 0

    def add(self, truth, small, repaired):
        for key, true in truth.items():
            before, after = small.get(key, []), repaired.get(key, [])
            if before == after:
                continue
            self.cut += 1
            if after[:1] == ["[cut]"]:
                continue
            self.placed += 1
            if from_main(true)[1] and from_main(after)[0] != from_main(true)[0]:
                self.wrong += 1
                print("   wrong", ";".join(after)[-250:], "\n   truth", ";".join(true)[-250:])


# ---- Programs ----

def build(folder):
    """Name, command: those that can be built here."""
    for compiler, source, links in (("gcc", "cases.c", ["-lpthread"]), ("clang", "cases.c", ["-lpthread"]), ("g++", "cases.cc", [])):
        for level in ("-O0", "-O2", "-O3"):
            for pointers in ("-fno-omit-frame-pointer", "-fomit-frame-pointer"):
                yield from built(folder, compiler, source, [level, pointers], links)
    yield from built(folder, "gcc", "cases.c", ["-O2", "-fno-omit-frame-pointer", "-static-pie"], ["-lpthread"])
    yield from built(folder, "musl-gcc", "cases.c", ["-O2", "-fno-omit-frame-pointer", "-DNO_CONTEXTS"], [])


def built(folder, compiler, source, options, links):
    if not shutil.which(compiler):
        return
    name = "-".join([compiler, source.rsplit(".", 1)[-1], *(option.lstrip("-") for option in options)])
    name = name.replace("fno-omit-frame-pointer", "fp").replace("fomit-frame-pointer", "none")
    path = os.path.join(folder, name)
    if subprocess.run([compiler, "-g", "-w", *options, os.path.join(HERE, source), "-o", path, *links], check=False).returncode == 0:
        yield name, [path, MILLISECONDS]


RUST = """
use std::collections::HashMap;
#[inline(never)] fn w_leaf(n: u64) -> u64 { let mut x = n | 1; for i in 0..300u64 { x = x.wrapping_mul(6364136223846793005).wrapping_add(i); } x }
#[inline(never)] fn w_deep(n: u64, d: u32) -> u64 { if d == 0 { w_leaf(n) } else { w_deep(n + 1, d - 1).wrapping_mul(3) } }
fn main() { let end = std::time::Instant::now() + std::time::Duration::from_millis(2000); let mut map = HashMap::new(); let mut n = 0u64;
  while std::time::Instant::now() < end { n += 1; let v = w_deep(n, (n % 30) as u32); *map.entry(v % 1000).or_insert(0u64) += 1;
    let mut list: Vec<u64> = (0..200).map(|i| w_leaf(i + n)).collect(); list.sort_by(|a, b| w_deep(*a, 2).cmp(&w_deep(*b, 2))); if list[3] == 7 { println!("{}", map.len()); } } }
"""
GO = """package main
import ("fmt"; "sort"; "strings"; "time")
func leaf(n uint64) uint64 { x := n | 1; for i := uint64(0); i < 300; i++ { x = x*6364136223846793005 + i }; return x }
//go:noinline
func deep(n uint64, d int) uint64 { if d == 0 { return leaf(n) }; return deep(n+1, d-1) * 3 }
func main() { end := time.Now().Add(2 * time.Second); s := 0
  for n := uint64(0); time.Now().Before(end); n++ { list := make([]uint64, 300); for i := range list { list[i] = deep(n+uint64(i), int(n%20)) }
    sort.Slice(list, func(a, b int) bool { return list[a] < list[b] }); s += len(strings.Repeat(fmt.Sprint(list[:9]), 20)) }
  fmt.Println(s) }
"""
PERL = "for my $i (1 .. 300000) { $h{$i % 999} .= join ',', map { $_ * 2 } 1 .. 9; if ($i % 999 == 0) { s/1/2/ for values %h } }"
PYTHON = """
import re, json, time
end = time.time() + 2
def deep(n, d): return json.dumps({"n": [n] * 20, "d": d}) if d == 0 else deep(n + 1, d - 1)
n = 0
while time.time() < end:
    n += 1
    text = deep(n, n % 40); re.sub(r"(\\d+), ", r"<\\1>", text * 5); sorted(text, key=lambda c: c.lower())
"""
NODE = """
const end = Date.now() + 2000; let s = 0;
function deep(n, d) { return d === 0 ? JSON.stringify({n: [n, n, n], d}).length : deep(n + 1, d - 1) + 1; }
for (let n = 0; Date.now() < end; n++) { s += deep(n, n % 30); [...Array(50).keys()].sort((a, b) => deep(a, 3) - deep(b, 2)); }
"""


def installed(folder):
    """What distributions build, and other languages."""
    def text(name, body):
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(body)
        return path

    if shutil.which("rustc"):
        for name, options in (("rust", []), ("rust-fp", ["-C", "force-frame-pointers=yes"])):
            path = os.path.join(folder, name)
            if subprocess.run(["rustc", "-g", "-O", *options, text("w.rs", RUST), "-o", path], check=False, capture_output=True).returncode == 0:
                yield name, [path]
    if shutil.which("go"):
        path = os.path.join(folder, "go-program")
        if subprocess.run(["go", "build", "-o", path, text("w.go", GO)], check=False, capture_output=True, env={**os.environ, "GO111MODULE": "off"}).returncode == 0:
            yield "go", [path]
    big = text("big.txt", "".join(f"{i * 7919 % 104729} {i} the quick brown fox\n" for i in range(400000)))
    c_file = text("big.c", "#include <stdio.h>\n" + "".join(f"int f{i}(int a, int b) {{ int s = {i}; for (int i = 0; i < a; i++) s += i * b ^ (s >> 3); return s; }}\n" for i in range(1500)))
    sql = ("create table t(a, b); with recursive c(x) as (select 1 union all select x + 1 from c where x < 600000) "
           "insert into t select x % 1000, x * 7919 % 104729 from c; select count(*), sum(a) from t group by b % 100 order by 2;")
    for name, command in (("python3", ["/usr/bin/python3", "-c", PYTHON]), ("node", ["node", "-e", NODE]),
                          ("clang", ["clang", "-O2", "-c", c_file, "-o", "/dev/null"]), ("gcc", ["gcc", "-O2", "-c", c_file, "-o", "/dev/null"]),
                          ("xz", ["xz", "-kc", "-T1", big]), ("sqlite3", ["sqlite3", ":memory:", sql]),
                          ("git", ["git", "-C", HERE, "log", "-500", "--stat", "-M"]), ("sort", ["sort", "-k2", big]),
                          ("perl", ["perl", "-e", PERL])):
        if shutil.which(command[0]):
            yield name, command


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__.split("\n", maxsplit=1)[0])
    os.environ["PATH"] = os.path.abspath(sys.argv[1]) + ":" + os.environ["PATH"]
    words, bad, places = sys.argv[2:], [], Places()
    print("             equal  of own  reach wrong  frames, % bytes  us each  said to be cut")
    with tempfile.TemporaryDirectory() as folder:
        for programs, rate in ((build, "397"), (installed, "97")):
            for name, command in programs(folder):
                if words and not any(word in name for word in words):
                    continue
                path = os.path.join(folder, "recording.data")
                record(command, rate, path)
                try:
                    with open(path, "rb") as file:
                        bad += judge(name, prove(name, file.read(), folder, places))
                except subprocess.CalledProcessError as problem:
                    bad.append(f"{name}: {problem.stderr.strip()}")
    print(f"--repair-cut: {places.cut} stacks are cut, {places.placed} placed, {places.wrong} of them in a wrong context")
    print("\n".join(bad) or "good")
    sys.exit(bool(bad))


def judge(name, results):
    """What falls short."""
    small, repaired, usual, copies, pointers = (results[label] for label, _ in VARIANTS)
    if repaired.wrong > small.wrong:
        yield f"{name}: --repair-cut: {repaired.wrong} frames are wrong"
    for label, result in (("auto,512", small), ("auto", usual)):
        if result.wrong > 0.001 * result.frames + 1:
            yield f"{name}: {label}: {result.wrong} of {result.frames} frames are wrong"
    if usual.equal < 0.99 * copies.equal:
        yield f"{name}: auto: {usual.equal} stacks are whole, {copies.equal} by dwarf,8192"
    if "-fp" in name and "-c-" in name and small.own_equal < 0.99 * small.of_own:
        yield f"{name}: auto,512: {small.own_equal} of {small.of_own} stacks of its own functions are whole"
    if usual.equal < pointers.equal:
        yield f"{name}: auto: {usual.equal} stacks are whole, {pointers.equal} by fp"


if __name__ == "__main__":
    main()
