#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: real.identity long real NEEDS events TIMEOUT 3000 RUN @bin@
"""
identity.py BIN - programs that are recorded here, and replaced in all the ways that tools replace files, on several file
systems. Names of another file than the recorded one are never shown without a word; those of the recorded one always are.
File systems are in files (ext4, btrfs), over each other (overlayfs), in memory (tmpfs); one that cannot be mounted is
skipped, with the reason. Skipped (77) where nothing can be recorded or built.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time

BIN = os.path.abspath(sys.argv[1])
COLLAPSE, STACKS = (os.path.join(BIN, name) for name in ("collapse-perf", "record-stacks"))
PERF = ["perf", "record", "-e", "cpu-clock", "-F", "999", "-g"]
STREAMS = {"perf": [*PERF, "-k", "mono", "-o", "-", "--"], "record-stacks": [STACKS, "-e", "cpu-clock", "--"]}
SOURCE = """#include <time.h>
volatile long sum;
__attribute__((noinline)) void spin_%s(long n) { while (n-- > 0) sum += n; }
int main(void)
{
	clock_t end = clock() + CLOCKS_PER_SEC * %s / 1000;
	while (clock() < end)
		spin_%s(100000);
	return 0;
}
"""
PLAIN = ("ext4", "tmpfs")  # a file's device and number are what stat says: perf's maps are shown where they may not be
built = []  # the folder of both programs, which are copied
WORDS = ("changed since recorded", "replaced since", "another file")  # of what is said


class Unable(Exception):
    """Says why something cannot be done here."""


def run(words, folder, **more):
    done = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, timeout=120, **more)
    if done.returncode:
        raise Unable(f"{words[0]}: {done.stderr.decode(errors='replace').strip().splitlines()[-1:]}")
    return done.stdout


def shell(text, folder):
    return run(["sh", "-ec", text], folder)


def write_sources(folder):
    """Two programs that differ in the name of a function: what is recorded, and what takes its place."""
    for name, milliseconds in (("first", 150), ("second", 50)):
        with open(os.path.join(folder, name + ".c"), "w", encoding="ascii") as file:
            file.write(SOURCE % (name, milliseconds, name))


def record(words, command, folder):
    """The bytes of a stream."""
    done = subprocess.run([*words, *command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, timeout=120)
    if not done.stdout:
        raise Unable(f"{words[0]}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def fold(data=None, path=None):
    """The counts of stacks by the spinning function in them, "" without one; and what is said."""
    done = subprocess.run([COLLAPSE, "--no-header", *([path] if path else [])], input=data, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False, timeout=120)
    counts = {}
    for line in done.stdout.decode().splitlines():
        stack, count = line.rsplit(" ", 1)
        if not stack.startswith(("p;", "p ")):
            continue
        name = next((frame for frame in stack.split(";") if frame.startswith("spin_")), "")
        counts[name] = counts.get(name, 0) + int(count)
    return counts, done.stderr.decode()


def share(counts, name):
    return counts.get(name, 0) / max(1, sum(counts.values()))


def piped(words, command, folder, late=0):
    """
    As the README has it: the reader runs while the command does, and perf's clock is its own. Or it starts `late` seconds
    after the recorder; then the clock has to be a known one, for how late records come cannot be told from its drift.
    """
    words = [word for word in words if late or word not in ("-k", "mono")]
    recorder = subprocess.Popen([*words, *command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    time.sleep(late)
    done = subprocess.run([COLLAPSE, "--no-header"], stdin=recorder.stdout, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False, timeout=120)
    recorder.stdout.close()
    recorder.wait(120)
    counts = {}
    for line in done.stdout.decode().splitlines():
        stack, count = line.rsplit(" ", 1)
        if stack.startswith("p;"):
            name = next((frame for frame in stack.split(";") if frame.startswith("spin_")), "")
            counts[name] = counts.get(name, 0) + int(count)
    return counts, done.stderr.decode()


# ---- What happens to the file after it was recorded ----

REPLACED = {
    "gcc": "gcc -o p second.c",
    "gcc into another file, and mv": "gcc -o new second.c; mv new p",
    "install -p": "install -p second p",
    "tar x": "mkdir t; cp -p second t/p; tar cf t.tar -C t p; tar xf t.tar",
    "cp -p": "cp -p second p",
    "cp": "cp second p",
    "rsync -t": "rsync -t second p",
    "dpkg -i": "dpkg --root=$PWD/root --force-all -i second.deb",
    "strip": "strip p",
}
KEPT = {
    "nothing": "true",
    "chmod": "chmod 700 p",
    "ln": "ln -f p other",
    "mv and back": "mv p away; mv away p",
}


def deb(folder, name):
    """A package with the program at /p."""
    shell(f"""mkdir -p d-{name}/DEBIAN; cp -p {name} d-{name}/p
printf 'Package: p\\nVersion: 1\\nArchitecture: all\\nMaintainer: n\\nDescription: d\\n' >d-{name}/DEBIAN/control
dpkg-deb -b d-{name} {name}.deb; rm -r d-{name}""", folder)


def clear(folder):
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if os.path.isdir(path):
            shutil.rmtree(path)
        else:
            os.unlink(path)


def prepare(folder, how):
    """The program p is the first one, the second one is built before it, too."""
    clear(folder)
    write_sources(folder)
    if not built:
        built.append(tempfile.mkdtemp())
        write_sources(built[0])
        shell("gcc -o second second.c; gcc -o first first.c", built[0])
    shell(f"cp {built[0]}/second second; cp {built[0]}/first p", folder)
    if "dpkg" in how:
        if not shutil.which("dpkg-deb"):
            raise Unable("no dpkg here")
        shell("mv p first; mkdir -p root/var/lib/dpkg; touch root/var/lib/dpkg/status root/var/lib/dpkg/available", folder)
        deb(folder, "first")
        deb(folder, "second")
        shell("dpkg --root=$PWD/root --force-all -i first.deb", folder)
        return "./root/p"
    return "./p"


def check(good, *facts):
    if not good:
        raise AssertionError(" ".join(str(fact) for fact in facts))


def a_program_that_was_just_built_has_its_names(folder, words):
    prepare(folder, "")
    shell("gcc -o p first.c", folder)
    counts, said = piped(words, ["./p"], folder)
    check(share(counts, "spin_first") > 0.5, counts, said)
    check(not any(word in said for word in WORDS), said)


def a_program_that_is_built_while_recorded_has_its_names(folder, words):
    prepare(folder, "")
    counts, said = piped(words, ["sh", "-c", "rm p; gcc -o p first.c && ./p"], folder)
    check(share(counts, "spin_first") > 0.5, counts, said)


def of_a_program_that_is_rebuilt_while_recorded_both_halves_are_right(folder, words):
    prepare(folder, "")
    counts, said = piped(words, ["sh", "-c", "./p; gcc -o p second.c && ./p"], folder)
    check(0 < share(counts, "spin_second") < 0.45, counts, said)
    data = record(words, ["sh", "-c", "gcc -o p first.c; ./p; gcc -o p second.c && ./p"], folder)
    counts, said = fold(data)
    check(0 < share(counts, "spin_second") < 0.45, counts, said)


def in_turn(folder, ways):
    """Each way with its own folder and program. What comes after a recording comes at once: the clocks are one."""
    for how in ways:
        if how.split()[0] in ("rsync", "strip") and not shutil.which(how.split()[0]):
            print(f"skipped {how}: not here")
            continue
        yield how, prepare(folder, how)


def a_replaced_program_gives_no_names(folder, words):
    for how, program in in_turn(folder, REPLACED):
        data = record(words, [program], folder)
        shell(REPLACED[how], folder)
        counts, said = fold(data)
        check(counts.get("spin_second", 0) == 0 or WORDS[0] in said, how, counts, said)
        check(sum(counts.values()) > 0, how, counts, said)


def a_program_that_is_the_same_keeps_its_names(folder, words):
    for how, program in in_turn(folder, KEPT):
        data = record(words, [program], folder)
        shell(KEPT[how], folder)
        counts, said = fold(data)
        check(share(counts, "spin_first") > 0.5, how, counts, said)


def recordings_in_files_are_judged_too(folder, words):
    if words[0] != "perf":
        return
    for more in ([], ["-B"]):
        for how, _ in in_turn(folder, ("gcc", "install -p", "cp", "cp -p")):
            run([*PERF, *more, "-o", "kept.data", "--", "./p"], folder)
            counts, said = fold(path=os.path.join(folder, "kept.data"))
            check(share(counts, "spin_first") > 0.5, more, counts, said)
            shell(REPLACED[how], folder)
            counts, said = fold(path=os.path.join(folder, "kept.data"))
            check(counts.get("spin_second", 0) == 0 or WORDS[0] in said, more, how, counts, said)
        prepare(folder, "")
        run([*PERF, *more, "-o", "kept.data", "--", "sh", "-c", "gcc -o p first.c; ./p; sleep 1; gcc -o p second.c; ./p"], folder)
        counts, said = fold(path=os.path.join(folder, "kept.data"))
        check(0 < share(counts, "spin_second") < 0.45, more, counts, said)


def a_reader_that_is_late_does_not_mix_two_programs(folder, words):
    prepare(folder, "")
    counts, said = piped(words, ["sh", "-c", "./p; gcc -o p second.c && ./p"], folder, late=1)
    check(0 < share(counts, "spin_second") < 0.45, counts, said)


LAWS = [
    a_program_that_was_just_built_has_its_names,
    a_program_that_is_built_while_recorded_has_its_names,
    of_a_program_that_is_rebuilt_while_recorded_both_halves_are_right,
    a_replaced_program_gives_no_names,
    a_program_that_is_the_same_keeps_its_names,
    recordings_in_files_are_judged_too,
    a_reader_that_is_late_does_not_mix_two_programs,
]


# ---- File systems ----

def mount(work, kind):
    """The folder of a new file system."""
    base = os.path.join(work, kind)
    os.mkdir(base)
    if kind == "here":
        return base
    if os.geteuid() != 0:
        raise Unable("only root can mount")
    if kind == "tmpfs":
        run(["mount", "-t", "tmpfs", "tmpfs", base], work)
    elif kind == "overlayfs":
        for part in ("lower", "upper", "work"):
            os.mkdir(os.path.join(work, part))
        run(["mount", "-t", "overlay", "overlay", "-o", "lowerdir=lower,upperdir=upper,workdir=work", base], work)
    else:
        if not shutil.which("mkfs." + kind):
            raise Unable(f"no mkfs.{kind} here")
        image = base + ".image"
        with open(image, "wb") as file:
            file.truncate(256 << 20)
        run(["mkfs." + kind, "-q", image], work)
        run(["mount", "-o", "loop", image, base], work)
    return base


def main():
    failures, done = 0, 0
    work = tempfile.mkdtemp()
    mounted = []
    wanted = sys.argv[2:]
    if not shutil.which("gcc"):
        print("skipped: no gcc here")
        return 77
    try:
        for kind in ("here", "ext4", "btrfs", "overlayfs", "tmpfs"):
            if wanted and kind not in wanted:
                continue
            try:
                folder = mount(work, kind)
                if kind != "here":
                    mounted.append(folder)
            except Unable as reason:
                print(f"skipped {kind}: {reason}")
                continue
            for name, words in STREAMS.items():
                for law in LAWS if kind not in PLAIN or name != "perf" else []:
                    try:
                        law(folder, words)
                        done += 1
                    except Unable as reason:
                        print(f"skipped {law.__name__} ({kind}, {name}): {reason}")
                    except AssertionError as reason:
                        print(f"FAILED {law.__name__} ({kind}, {name}): {reason}")
                        failures += 1
    finally:
        for folder in mounted:
            subprocess.run(["umount", folder], check=False)
        for folder in (work, *built):
            shutil.rmtree(folder)
    print(f"{done} laws hold, {failures} do not")
    return 1 if failures else 0 if done else 77


if __name__ == "__main__":
    sys.exit(main())
