#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.sides short law sanitize threads TIMEOUT 600 RUN @bin@ 300
# ctest: law.sides-memory short law RUN --meter @made@/meter @bin@ 0
# ctest: law.sides-long long law TIMEOUT 1800 RUN @bin@ 20000
"""sides.py [--seed SEED] [--meter METER] BIN N - difffolded says and writes the same of files that it merges as they are read, and
of the same files read into memory.

N pairs of sides: files that are sorted, nearly sorted, or not; names with bytes on both sides of the
semicolon's; processes of one name or of two; counts of all sizes, with decimals; headers, comments, labels,
snapshots, lines that are no stacks, ends of all kinds. Files that it cannot know the size of, those of
/dev, are read into memory. With METER, tests/bench/meter.c, a large sorted pair, too, which takes less
memory where it is merged.
"""

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile

NAMES = [b"a", b"b", b"ab", b"a b", b"a!", b"a\"c", b"a:", b"a<", b"a=1", b"main", b"main.x", b"f(int, char)", b"",
         b"\xc3\xa9", b"\xff", b"a\xff", b"#", b"# x", b"0x1f", b"f+0x2a", b"a 1", b"a 1.5", b"7", b"a\tb", b" a",
         b"a ", b"@x", b"A", b"~", b"a\xe2\x82\xac"]
PLAIN = [b"main", b"read", b"write", b"parse", b"a", b"b", b"a b", b"a!", b"ab", b"f(int)", b"[kernel]", b"~x",
         b"\xc3\xa9t\xc3\xa9", b"std::x<y>", b"a:b"]
COMMENTS = [b"# flambeau: event=cycles", b"# flambeau: event=cpu-clock", b"# flambeau: unit=ns",
            b"# flambeau: unit=bytes", b"# flambeau: samples=12", b"# x", b"#", b"", b"# flambeau: what=1"]
ODD = [b"no count", b"a;b", b"a;b 1 2", b"a;b 1.5", b"a;b 1.123456789123", b" ;a 3", b";; 3", b"a; 3", b" 3", b"5",
       b"a;b 99999999999999999999999", b"a;b 18446744073709551615", b"@cpu=1;a;b 3", b"@time=0.5;a;b 3", b"a;b  4 ",
       b"a;b\t4", b"a;b 4.", b"\xff;b 3", b"a;\xff 3", b"a;b -3", b"# flambeau: snapshot=1", b"# flambeau: end=1",
       b"x" * 70000 + b" 1", b"x;" * 70000 + b"y 1", b"\xef\xbb\xbfa;b 1", b"a;b 0", b"a\0b;c 2"]
OPTIONS = [[]] * 12 + [["-n"]] * 4 + [["--keep-root"], ["--ignore-root"], ["-s"], ["-q"], ["-v"], ["-j", "1"],
                                      ["--filter", "a"], ["--exclude", "b"], ["--keep-labels"], ["-n", "--keep-root"],
                                      ["--max-record", "20000"]]
RUST_OPTIONS = [[], [], ["-n"], ["-s"], ["-n", "-s"]]


def make_count(rng, kind):
    if kind == "decimals":
        return b"%.*f" % (rng.randint(0, 4), rng.random() * 100)
    if kind == "huge":
        return b"%d" % rng.choice([2 ** 64 - 1, 2 ** 63, 2 ** 53, 2 ** 53 - 1, 2 ** 52, 1])
    return b"%d" % rng.choice([0, 1, 1, 2, 9, 10, 99, rng.randint(0, 10 ** rng.randint(1, 12))])


def make_file(rng, roots, names):
    """The bytes of a file: what is sorted, then what is done to it."""
    kind = rng.choice(["whole"] * 8 + ["decimals", "huge"])
    stacks = {b";".join([rng.choice(roots)] + rng.choices(names, k=rng.randint(0, 4)))
              for _ in range(rng.choice([0, 1, 2, 5, 30, 300]))}
    lines = [stack + b" " + make_count(rng, kind) for stack in sorted(stacks)]
    if rng.random() < 0.9:  # small files are not merged
        lines.insert(0, b"\x01;" + b"x" * 10000 + b" 1")
    change = rng.choice(["none"] * 12 + ["swap", "shuffle", "double", "odd", "odd", "cr", "lines", "numbers", "cut"])
    if rng.random() < 0.3:
        lines[:0] = rng.sample(COMMENTS, rng.randint(1, 3))
    if rng.random() < 0.1:
        lines.insert(rng.randint(0, len(lines)), rng.choice(COMMENTS))
    if change == "swap" and len(lines) > 1:
        at = rng.randrange(len(lines) - 1)
        lines[at:at + 2] = lines[at + 1], lines[at]
    elif change == "shuffle":
        rng.shuffle(lines)
    elif change == "double" and lines:
        at = rng.randrange(len(lines))
        lines.insert(at, lines[at])
    elif change == "odd":
        lines.insert(rng.randint(0, len(lines)), rng.choice(ODD))
        if rng.random() < 0.5:
            lines.sort()
    elif change == "lines":
        lines.sort()
    elif change == "numbers":
        lines = [line + b" 5" for line in lines]
    text = b"".join(line + (b"\r\n" if change == "cr" else b"\n") for line in lines)
    return text[:rng.randint(0, len(text))] if change == "cut" else text if rng.random() < 0.9 else text[:-1]


def make_roots(rng):
    """Those of the first side, and of the second."""
    if rng.random() < 0.3:
        return [b"old"], [b"new"]
    if rng.random() < 0.3:
        return [b"sh", b"old"], [b"sh", b"new"] + [b"sh!"] * rng.randrange(2)
    return (rng.sample(PLAIN, 3),) * 2


def run(program, words, folder):
    """Code, output and messages."""
    done = subprocess.run([program, *words], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr.replace(b"/dev/.." + os.fsencode(folder), os.fsencode(folder))


def words_for(rng, folder, count, is_rust):
    """The files as they are, and as files of /dev."""
    paths = [os.path.join(folder, str(number)) for number in range(count)]
    if rng.random() < 0.05:
        paths[1] = paths[0]
    if is_rust or count == 2:
        return paths, ["/dev/.." + path for path in paths]
    weight = rng.choice([""] * 5 + [":2"])
    sides = ["--before", "--after"] + [rng.choice(["--before", "--after"]) for _ in paths[2:]]
    return ([word for side, path in zip(sides, paths) for word in (side, path + weight)],
            [word for side, path in zip(sides, paths) for word in (side, "/dev/.." + path + weight)])


def check_pair(rng, bin_folder, folder):
    is_rust = rng.random() < 0.25
    roots = make_roots(rng)
    names = rng.choice([PLAIN, PLAIN, NAMES])
    count = 2 if is_rust or rng.random() < 0.85 else rng.choice([3, 4, 17])
    for number in range(count):
        with open(os.path.join(folder, str(number)), "wb") as out:
            out.write(make_file(rng, roots[number % 2], names))
    program = os.path.join(bin_folder, "inferno-diff-folded" if is_rust else "difffolded")
    options = rng.choice(RUST_OPTIONS if is_rust else OPTIONS)
    merged, kept = words_for(rng, folder, count, is_rust)
    one, other = run(program, options + merged, folder), run(program, options + kept, folder)
    if one == other:
        return True
    print("FAILED", program, *options, *merged)
    for what, a, b in zip(("code", "output", "messages"), one, other):
        if a != b:
            print(f"{what}: merged {a!r:.2000}\n{what}: kept   {b!r:.2000}")
    return False


def peak(meter, program, words):
    """KiB of the program at its largest."""
    run = subprocess.run([meter, os.devnull, program, "-q", *words], check=True, stdout=subprocess.PIPE, text=True)
    *_, size, status = run.stdout.split()
    if status != "0":
        sys.exit(f"{program}: exit status {status}")
    return int(size)


def check_append(program, paths):
    """What is appended to a file while it is read is not of it."""
    expected = subprocess.run([program, "-q", *paths], check=True, stdout=subprocess.PIPE).stdout
    with open(paths[1], "rb") as file:
        before = file.read()
    with open(paths[1], "ab") as out:
        subprocess.run([program, "-q", *paths], check=True, stdout=out)
    with open(paths[1], "rb") as file:
        if file.read() != before + expected:
            sys.exit("FAILED: output that is appended to one of the files")


def check_memory(bin_folder, meter, folder):
    """Stacks that are merged are not kept."""
    paths = [os.path.join(folder, side) for side in "ab"]
    for path, step in zip(paths, (2, 3)):
        with open(path, "w", encoding="ascii") as out:
            for number in range(0, 100000 * step, step):
                out.write(f"main;run_{number // 1000:06};{'work;' * 20}step_{number:09} {number % 7 + 1}\n")
    program = os.path.join(bin_folder, "difffolded")
    merged, kept = peak(meter, program, paths), peak(meter, program, ["/dev/.." + path for path in paths])
    check_append(program, paths)
    print(f"{merged} KiB where they are merged, {kept} where they are kept")
    return merged < 0.8 * kept


def main():
    words = argparse.ArgumentParser()
    words.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    words.add_argument("--meter", type=os.path.abspath)
    words.add_argument("bin", type=os.path.abspath)
    words.add_argument("pairs", type=int)
    given = words.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        for number in range(given.pairs):
            if not check_pair(random.Random(f"{given.seed} {number}"), given.bin, folder):
                print(f"seed {given.seed}, pair {number}")
                failed += 1
        if given.meter:
            failed += not check_memory(given.bin, given.meter, folder)
    print(f"{given.pairs} pairs by seed {given.seed}, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
