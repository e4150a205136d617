#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: events.readme short real NEEDS events RUN @bin@ @made@/work @root@/README.md
"""readme.py BIN WORK README - the first recipe of the README on a machine without perf: PATH has the programs of BIN
alone. C, C++, Rust, Python, threads, processes, programs that become others. WORK is the program of work.c. Exit
77: nothing can be recorded here."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

BIN, WORK, README = [os.path.abspath(word) for word in sys.argv[1:4]]

CXX = """#include <string>
#include <vector>
namespace shop { struct Cart { std::vector<long> prices; long total() const; }; }
__attribute__((noinline)) long shop::Cart::total() const { long s = 0; for (long p : prices) s += p * p; return s; }
int main() { shop::Cart cart; for (long i = 0; i < 10000; i++) cart.prices.push_back(i); volatile long s = 0;
  for (int i = 0; i < 60000; i++) s += cart.total(); return s == 1; }
"""
RUST = """#[inline(never)]
fn count_words(n: u64) -> u64 { let mut s = 0u64; for i in 0..n { s = std::hint::black_box(s.wrapping_add(i * i)); } s }
fn main() { let mut t = 0; for i in 0..3000u64 { t ^= count_words(100_000 + i % 2); } std::process::exit((t == 1) as i32) }
"""
PYTHON = "def outer():\n    return sum(i * i for i in range(4000000))\nouter()\n"


def recipe():
    """The first command of the README."""
    with open(README, encoding="utf-8") as file:
        line = re.search(r"^ +(record-stacks -- \./program \|.*)$", file.read(), re.M)
    return line[1]


def draw(command):
    """The recipe with another command; the picture, and what was said."""
    words = recipe().replace("./program", command)
    done = subprocess.run(["/bin/sh", "-c", words], env={"PATH": BIN, "HOME": "/nonexistent"}, stdin=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, timeout=120, check=False)
    with open("out.svg", encoding="utf-8") as file:
        return file.read(), done.stderr.decode()


def build(words, name, text):
    """Compile a text, if the compiler is there."""
    if not shutil.which(words[0]):
        return False
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)
    subprocess.run([*words, name], check=True, stderr=subprocess.DEVNULL)
    return True


def cases():
    """Name, command, patterns that the picture has; None: a compiler is missing."""
    yield "C", f"{WORK} busy 300", ["burn_most", "spin", "main"]
    yield "threads", f"{WORK} threads 8 60", ["pool-7", "burn"]
    yield "fork", f"{WORK} forks 1000", ["child"]
    yield "exec", f"{WORK} execs 5 60", ["step-5", "step-1"]
    cxx = build(["g++", "-O1", "-fno-omit-frame-pointer", "-o", "cxx"], "cxx.cc", CXX)
    yield "C++", "./cxx" if cxx else None, [r"shop::Cart::total"]
    rust = build(["rustc", "-O", "-C", "force-frame-pointers=yes", "-o", "rust"], "rust.rs", RUST)
    yield "Rust", "./rust" if rust else None, ["count_words"]
    with open("p.py", "w", encoding="utf-8") as file:
        file.write(PYTHON)
    yield "Python", f"{sys.executable} p.py", [r"[Pp]y\w+|python"]


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        if subprocess.run([f"{BIN}/record-stacks", "-o", "probe", "--", "/bin/true"], capture_output=True, check=False).returncode:
            print("skipped: nothing can be recorded here")
            sys.exit(77)
        if subprocess.run(["/bin/sh", "-c", "command -v perf"], env={"PATH": BIN}, capture_output=True, check=False).returncode == 0:
            print("FAILED: perf is in", BIN)
            sys.exit(1)
        for name, command, patterns in cases():
            if not command:
                print(f"skipped: {name}: no compiler")
                continue
            picture, said = draw(command)
            missing = [pattern for pattern in patterns if not re.search(pattern, picture)]
            kernel = "nothing is recorded of the kernel" in said or "hides its addresses" in said
            if name == "fork" and not kernel and not re.search("syscall|page_fault|do_exit|clone|fork_idle", picture):
                missing.append("functions of the kernel")
            if missing or "</svg>" not in picture:
                print(f"FAILED: {name}: no {missing}:\n{said}")
                failed += 1
    print("failed" if failed else "the recipe works without perf")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
