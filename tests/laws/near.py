#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.near short law sanitize threads TIMEOUT 600 RUN @bin@ @few@
# ctest: law.near-long long law TIMEOUT 1800 RUN @bin@ 12
"""near.py BIN N [SEED] - stacks that are nearly the same are counted apart, and equal ones together.

N texts of perf script and of dtrace for each kind: names of all lengths that differ in one byte; more names
than any cache keeps; stacks that repeat, that differ in one line, or that are longer than a cache takes;
empty stacks, lines that end with CR LF, a last line without its end. A few lines of Python fold them; the
programs give the same, in the order of bytes, by any number of threads, in chunks of any size.
"""

import collections
import os
import random
import subprocess
import sys

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"


def changed(rng, name):
    """Another letter at one place; or one letter more or less."""
    at = rng.randrange(len(name))
    letter = rng.choice(LETTERS.replace(name[at], ""))
    return rng.choice([name[:at] + letter + name[at + 1:], name + letter, name[:at] + letter + name[at:]])


def close_names(rng, lengths):
    """Names of these lengths, and their neighbours."""
    names = []
    for length in lengths:
        name = "".join(rng.choice(LETTERS) for _ in range(length))
        names += [name] + [changed(rng, name) for _ in range(3)]
    return names


def differ_in_a_byte(rng):
    names = close_names(rng, range(1, 330))
    for name in names:
        yield [name]
    for _ in range(1000):
        yield rng.sample(names, rng.randint(1, 6))


def differ_in_a_place(rng):
    """Each byte of a name changes, at any address: all is told apart."""
    for length in (7, 8, 15, 16, 31, 33, 55, 57, 63, 65, 88, 90, 129):
        name = "x" * length
        for at in range(length):
            yield [name[:at] + "y" + name[at + 1:]]
            yield ["z" * rng.randrange(9), name[:at] + "y" + name[at + 1:]][rng.randrange(2):]


def are_many(rng):
    """More than caches keep; each comes again when others may have taken its place."""
    names = [f"function_{number * 7919:x}{'_' * rng.randrange(60)}" for number in range(60000)]
    for turn in range(2):
        for number in range(turn, len(names), 3 + 4 * turn):
            yield names[number:number + 3]
    for name in rng.sample(names, 4000):
        yield [name, "main"]


def repeat(rng):
    """Runs of the same stacks, then new ones, then the first ones again; a line differs now and then."""
    names = close_names(rng, [5] * 30)
    stacks = [rng.choices(names, k=rng.randint(1, 40)) for _ in range(60)]
    for _ in range(40):
        for stack in rng.choices(stacks, k=rng.choice([1, 50])):
            for _ in range(rng.choice([1, 1, 1, 9])):
                yield stack
        other = list(rng.choice(stacks))
        other[rng.choice([0, -1, rng.randrange(len(other))])] = rng.choice(names)
        stacks.append(other)
        yield other


def are_long(rng):
    """Around the sizes of windows, fingerprints and names that are kept."""
    names = close_names(rng, [20] * 20)
    for depth in (1, 7, 8, 9, 126, 127, 128, 129, 130, 255, 256, 257, 700, 1500):
        stack = rng.choices(names, k=depth)
        for _ in range(3):
            yield stack
            at = rng.randrange(depth)
            yield stack[:at] + [changed(rng, stack[at])] + stack[at + 1:]
            yield stack[:-1] + [rng.choice(names)]
    for length in (1000, 4095, 4097, 33000, 140000):
        name = "w" * length
        yield from ([name], [name[:-1] + "x"], ["x" + name[1:]], [name, "main"], [name])


def are_empty(rng):
    for _ in range(300):
        yield rng.choice([[], ["a"], ["a", "b"], ["b"]])


KINDS = [differ_in_a_byte, differ_in_a_place, are_many, repeat, are_long, are_empty]


def perf(rng, stacks, end):
    """As perf script has them, leaf first: the text, and what it gives."""
    parts, folded = [], collections.Counter()
    for stack in stacks:
        stack = [name for name in stack if name]
        comm, tid, count = rng.choice(["a", "b", "bb", "main"]), rng.randint(1, 3), rng.randint(1, 5)
        parts.append(f"{comm} {tid}/{tid} [{rng.randrange(4):03}] {rng.randrange(10**6)}.{rng.randrange(10**6):06}: {count} cycles:{end}")
        parts += [f"\t{rng.randrange(16**6):16x} {name}{rng.choice(['', '+0x1', '+0x2f'])} (/bin/x){end}" for name in stack]
        parts.append(end)
        folded[";".join([comm] + stack[::-1])] += count
    return "".join(parts), folded


def dtrace(rng, stacks, end):
    parts, folded = [end], collections.Counter()
    for stack in stacks:
        stack = [name for name in stack if name]
        if not stack:
            continue
        count = rng.randint(1, 5)
        parts += [f"              {name}{rng.choice(['', '+0x1', '+0x2f'])}{end}" for name in stack]
        parts.append(f"{count:17}{end}{end}")
        folded[";".join(stack[::-1])] += count
    return "".join(parts), folded


def main(bins, count, seed):
    checks, failures = 0, []
    for number in range(count):
        for kind in KINDS:
            for program, write in (("collapse-perf", perf), ("collapse-dtrace", dtrace)):
                rng = random.Random(f"{seed + number} {kind.__name__}")
                text, folded = write(rng, kind(rng), rng.choice(["\n", "\n", "\r\n"]))
                if rng.random() < 0.5:
                    text = text.rstrip("\r\n")
                wanted = "".join(sorted(f"{stack} {times}\n" for stack, times in folded.items())).encode()
                for options in (["-j", "1"], ["-j", "3", "--chunk-size", rng.choice(["64", "4096", "70000"])]):
                    done = subprocess.run([os.path.join(bins, program), "--no-header"] + options, input=text.encode(),
                                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, check=False)
                    checks += 1
                    if done.returncode or done.stdout != wanted:
                        got, want = done.stdout.splitlines(), wanted.splitlines()
                        lines = [b"-" + line for line in want if line not in got[:5000]][:3]
                        lines += [b"+" + line for line in got if line not in want[:5000]][:3]
                        failures.append(f"{program} {' '.join(options)}, names that {kind.__name__}, seed {seed + number}: "
                                        f"exit {done.returncode} {done.stderr.decode()[:200]}\n"
                                        + "".join(f"  {line.decode()[:150]}\n" for line in lines))
    for failure in failures[:5]:
        print("FAILED", failure)
    print(checks, "checks,", len(failures), "failed")
    return 1 if failures or not checks else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__.split("\n", maxsplit=1)[0])
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1))
