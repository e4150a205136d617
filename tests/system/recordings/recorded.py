# SPDX-License-Identifier: MIT
"""recorded.py - recordings that perf makes on this machine, of the programs beside this file."""

import os
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))


class Unable(Exception):
    """This machine cannot build the program or may not record it; says why."""


def run(words, stdout=subprocess.DEVNULL, **more):
    """The last line of its standard error if it fails, else None."""
    done = subprocess.run(words, stdout=stdout, stderr=subprocess.PIPE, check=False, **more)
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines() or [f"exit {done.returncode}"]
    return lines[-1] if done.returncode else None


def build(kind, folder):
    """
    The program of a kind: "fp" keeps frame pointers, "dwarf" does not, "inlines" has many inlined functions, "late" says late
    what its code is called, "rust" is in Rust.
    """
    path = os.path.join(folder, "busy-" + kind)
    flags = ["-O2", "-g", "-pthread"] + (["-fno-omit-frame-pointer"] if kind == "fp" else [])
    source = "inlined.cpp" if kind == "inlines" else "busy.cpp"
    words = ["g++", *flags, "-o", path, os.path.join(HERE, source)]
    if kind == "late":
        words = ["cc", "-O1", "-I", os.path.join(HERE, "..", ".."), "-o", path, os.path.join(HERE, "late.c")]
    if kind == "rust":
        words = ["rustc", "-O", "-g", "-o", path, os.path.join(HERE, "busy.rs")]
    if not os.path.exists(path):
        if not shutil.which(words[0]):
            raise Unable(f"no {words[0]} here")
        problem = run(words)
        if problem:
            raise Unable(f"{words[0]}: {problem}")
    return path


def command(kind, folder, seconds):
    """What is recorded: a program of build() on two threads; "compile": g++, again and again."""
    if kind == "compile":
        work = f'g++ -O1 -c -o /dev/null "{os.path.join(HERE, "busy.cpp")}"'
        return ["sh", "-c", f"timeout {seconds} sh -c 'while {work}; do :; done' || true"]
    program = build(kind, folder)
    return [program, seconds] if kind == "rust" else [program, "2", seconds]


def check_perf(folder):
    if not shutil.which("perf"):
        raise Unable("no perf here")
    problem = run(["perf", "record", "-e", "cpu-clock", "-o", os.path.join(folder, "try.data"), "--", "true"])
    if problem:
        raise Unable(f"perf record: {problem}")


def record(path, options, command, stdout=subprocess.DEVNULL):
    """perf record of a command into a file, or to `stdout` if the path is "-"."""
    problem = run(["perf", "record", "-m", "1024", "-e", "cpu-clock", *options, "-o", path, "--", *command], stdout)
    if problem:
        raise Unable(f"perf record {' '.join(options)}: {problem}")
