#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: system.repair-cut long system NEEDS events TIMEOUT 1800 RUN @bin@ 500 -c- -cc-
"""repair.py BIN COUNT [WORD...] - where collapse-perf --repair-cut puts stacks that are cut.

Programs of whole.py are recorded as there; unwinding the whole copy is the truth. Then, here, half of the samples lose their
chains and all but the beginning of their copies, of a random size, and the rest stay whole. Of the stacks that are cut by that,
each is placed (rightly: equal to the truth), placed wrongly, or left below [cut]. This is done again with other sizes until there
are COUNT of them; and with 9 in 10 samples cut, so that few stacks are whole. At least 99 % of those that are placed have to be
placed rightly.
"""

import os
import random
import struct
import subprocess
import sys
import tempfile

import whole

SIZES = [64, 128, 256, 512, 1024, 2048, 4096]
SHARES = [0.5, 0.9]
ROUNDS = 40  # at most


def cut_some(data, share, numbers):
    """The recording with some of its samples cut; their labels are those of whole.cut()."""
    out, attribute, number = [data[:16]], b"", 1000000
    for kind, misc, body, more in whole.records(data):
        if kind == whole.HEADER_ATTR:
            attribute = body
        elif kind == whole.SAMPLE:
            number += 1
            is_cut = numbers.random() < share
            body = whole.cut_sample(body, attribute, number, size=numbers.choice(SIZES) if is_cut else None, with_chain=not is_cut)
        out.append(struct.pack("<IHH", kind, misc, len(body) + 8) + body + more)
    return b"".join(out)


class Placed:
    def __init__(self):
        self.cut = self.right = 0
        self.wrong = []

    def add(self, truth, marked, repaired):
        for label, frames in marked.items():
            if frames[:1] != ["[cut]"] or label not in truth:
                continue
            self.cut += 1
            if repaired[label][:1] == ["[cut]"]:
                continue
            if repaired[label] == truth[label]:
                self.right += 1
            else:
                self.wrong.append((repaired[label], truth[label], frames[1:]))

    def line(self):
        placed = self.right + len(self.wrong)
        return (f"{self.cut:7} cut, placed {whole.percent(placed, self.cut).strip()} %, "
                f"{len(self.wrong)} of {placed} wrongly ({whole.percent(len(self.wrong), placed).strip()} %)")


def measure(name, data, folder, most):
    path = os.path.join(folder, "cut.data")
    with open(path, "wb") as file:
        file.write(whole.cut(data)[0])
    truth = {label: frames for label, frames in whole.fold(path, "--mark-cut")[0].items() if frames[:1] != ["[cut]"]}
    for share in SHARES:
        placed = Placed()
        for number in range(ROUNDS):
            if placed.cut >= most:
                break
            with open(path, "wb") as file:
                file.write(cut_some(data, share, random.Random(number)))
            placed.add(truth, whole.fold(path, "--mark-cut")[0], whole.fold(path, "--repair-cut")[0])
        print(f"{name:22} {share:.0%} of {len(truth)} samples cut: {placed.line()}", flush=True)
        if "SHOW" in os.environ:
            for got, true, frames in placed.wrong[:4]:
                print("   cut  ", ";".join(frames)[-200:], "\n   got  ", ";".join(got)[-300:], "\n   truth", ";".join(true)[-300:])
        yield placed


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__.split("\n", maxsplit=1)[0])
    os.environ["PATH"] = os.path.abspath(sys.argv[1]) + ":" + os.environ["PATH"]
    words, results = sys.argv[3:], []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "recording.data")
        for programs, rate in ((whole.build, "997"), (whole.installed, "197")):
            for name, command in programs(folder):
                if words and not any(word in name for word in words):
                    continue
                whole.record(command, rate, path)
                with open(path, "rb") as file:
                    results += measure(name, file.read(), folder, int(sys.argv[2]))
    total = Placed()
    for placed in results:
        total.cut, total.right, total.wrong = total.cut + placed.cut, total.right + placed.right, total.wrong + placed.wrong
    print("all:", total.line())
    sys.exit(not results or 100 * len(total.wrong) > total.right + len(total.wrong))


if __name__ == "__main__":
    main()
