#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.pprof short law RUN @bin@ @fixtures@ 60
# ctest: law.pprof-long long law sanitize TIMEOUT 3000 RUN @bin@ @fixtures@ @many@
"""pprof.py BIN FIXTURES [ROUNDS] - folded stacks to a profile for pprof and back are the same bytes, whatever
the names and counts; and no profile that is cut off is taken for a whole one.

A profile that is not compressed may end behind a message of its own: then nothing can be missed but
what nothing refers to. So a beginning of one that is accepted has all the samples of the whole. In those of
gperftools lines of the list of mapped files may be missing, and with them names.
"""
import glob
import gzip
import os
import random
import subprocess
import sys

PIECES = [b"main", b"f", b" ", b"  ", b"\t", b"\r", b"\x00", b"\x01", b"\x7f", b"\xff\xfe", b"\xc3", b"(", b")", b"<",
          b">", b"::", b"/", b"[x]", b"_[i]", b"_[k]", b"#", b"-", b"--", b"0x1f", "\u00e9".encode(),
          "\U0001f525".encode(), b"a" * 300, b"$", b"%s", b"\\", b"\"", b"'", b":", b",", b"\x0b", b"\x0c"]
UNPACKED = ["--no-gzip"] if "gzip" in os.environ.get("WITHOUT", "").split() else []  # by a build without zlib
failures = 0


def fail(what):
    global failures
    failures += 1
    if failures < 10:
        print("FAILED", what)


def run(command, data):
    done = subprocess.run(command, input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False)
    return done.returncode, done.stdout, done.stderr


def name(rng):
    return b"".join(rng.choice(PIECES) for _ in range(rng.choice((0, 1, 1, 2, 3, 8))))


def stacks(rng):
    """Folded text, for collapse-guess or a sort to put in order."""
    lines = []
    for _ in range(rng.randrange(1, 30)):
        frames = [name(rng) for _ in range(rng.choice((1, 2, 3, 5, 40)))]
        count = rng.choice((1, 2, rng.randrange(1, 10**6), rng.randrange(1, 2**58), 2**58))
        # a name that ends in a number would be read as another count
        lines.append(b";".join(frames) + b"x %d" % count)
    return b"\n".join(lines) + b"\n"


def round_trips(tools, rounds):
    for seed in range(rounds):
        # what is read is written in order, each stack once
        code, text, _ = run([tools + "collapse-filter", "-q"], stacks(random.Random(seed)))
        options = [[], ["--no-gzip"], ["-j", "1"]][seed % 3]
        packed_code, packed, error = run([tools + "export-pprof", *UNPACKED, *options], text)
        back_code, back, _ = run([tools + "collapse-pprof", "--no-header"], packed)
        if (code, packed_code, back_code) != (0, 0, 0) or back != text or not text:
            fail(f"round trip {seed}: {code} {packed_code} {back_code} {error.decode()[:200]}")
        if seed % 5 == 0:  # the root frame to a label and back; those without another frame get one
            lines = [line for line in text.split(b"\n") if b";" in line]
            text = b"".join(line + b"\n" for line in lines)
            packed = run([tools + "export-pprof", *UNPACKED, "--annotate"], text)[1]
            back = run([tools + "collapse-pprof", "--no-header", "--tag", "annotation"], packed)[1]
            if lines and back != text:
                fail(f"annotation {seed}: {text} {back}")


def samples(tools, data):
    code, text, error = run([tools + "collapse-pprof", "-q", "--no-header", "--symbols", "never",
                             "--sample-type", "0"], data)
    return code, text, error


def total(text):
    return sum(int(line.rsplit(b" ", 1)[1]) for line in text.split(b"\n") if line)


def cut_off(tools, path, step):
    with open(path, "rb") as file:
        whole = file.read()
    kinds = {"as it is": whole}
    if whole[:2] == b"\x1f\x8b":
        kinds["raw"] = gzip.decompress(whole)
        if UNPACKED:
            del kinds["as it is"]
    for kind, data in kinds.items():
        expected = samples(tools, data)
        for size in range(1, len(data), step):
            code, text, error = samples(tools, data[:size])
            if code != 0 and b"byte " not in error:
                fail(f"{path}, {kind}, {size} bytes: no byte is named: {error[:200]}")
            if code == 0 and not (kind == "raw" and text == expected[1] or
                                  "gperftools" in path and total(text) == total(expected[1])):
                fail(f"{path}, {kind}, {size} bytes: accepted")
    return sum(len(range(1, len(data), step)) for data in kinds.values())


def main():
    tools, fixtures = sys.argv[1] + "/", sys.argv[2]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 100
    round_trips(tools, rounds)
    cuts = 0
    for path in sorted(glob.glob(os.path.join(fixtures, "pprof", "*"))):
        cuts += cut_off(tools, path, max(1, os.path.getsize(path) // rounds))
    print(f"{rounds} round trips, {cuts} beginnings, {failures} failed")
    return 1 if failures or cuts == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
