#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: real.go-pgo long real NEEDS events TIMEOUT 600 RUN @bin@
"""go_pgo.py BIN - does Go's compiler take what export-lines --format pprof writes?

A program is recorded by record-stacks and compiled again with -pgo: only then a function that is too large is inlined where it is
hot, and a call through an interface goes to the type that is most frequent there. Both programs print the same. The times of both
are shown. Skipped without Go 1.21; $GO is another go command.
"""

import os
import re
import resource
import subprocess
import sys
import tempfile

GO, SKIPPED, ROUNDS = os.environ.get("GO", "go"), 77, 5
PROGRAM = """\
package main

import "fmt"

type shape interface{ area(i int) int }
type square struct{ side int }
type circle struct{ radius int }

func (s square) area(i int) int { return s.side*s.side + i&7 }
func (c circle) area(i int) int { return 3*c.radius*c.radius + i&3 }

func step(state, input uint64) uint64 {
	state ^= input
	state *= 0x9e3779b97f4a7c15
	state ^= state >> 29
	if state&1 == 0 {
		state += input << 3
	} else {
		state -= input >> 3
	}
	state ^= state << 17
	state *= 0xbf58476d1ce4e5b9
	if state&2 == 0 {
		state ^= state >> 31
	} else {
		state += 0x94d049bb133111eb
	}
	if state&4 == 0 {
		state = state<<23 | state>>41
	} else {
		state = state<<9 | state>>55
	}
	state += input ^ state>>33
	return state ^ state>>7
}

func run(count int, shapes []shape) (uint64, int) {
	sum, areas := uint64(1), 0
	for i := 0; i < count; i++ {
		sum = step(sum, uint64(i))
		areas += shapes[i&1023].area(i)
	}
	return sum, areas
}

func main() {
	shapes := make([]shape, 1024)
	for i := range shapes {
		shapes[i] = square{i}
		if i == 77 {
			shapes[i] = circle{i}
		}
	}
	fmt.Println(run(100000000, shapes))
}
"""
INLINED, DIRECT = "inlining call to step", "PGO devirtualizing interface call shapes[i & 1023].area to square.area"


def run(*words, **more):
    return subprocess.run(words, check=True, capture_output=True, text=True, **more)


def version():
    try:
        found = re.search(r"go1\.(\d+)", run(GO, "version").stdout)
    except OSError:
        return 0
    return int(found[1]) if found else 0


def build(program, *options):
    """What the compiler decided."""
    environment = dict(os.environ, GOFLAGS="", GOPROXY="off", GOTOOLCHAIN="local", GOCACHE=os.path.abspath("cache"))
    return run(GO, "build", "-buildvcs=false", "-gcflags=-m=2", "-o", program, *options, ".", env=environment).stderr


def time_of(program):
    """Seconds of processor time, and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    printed = run("./" + program).stdout
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, printed


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n", maxsplit=1)[0])
    bin_folder = os.path.abspath(sys.argv[1])
    if version() < 21:
        print("skipped: no Go 1.21")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, text in (("go.mod", "module pgo\n\ngo 1.21\n"), ("main.go", PROGRAM)):
            with open(name, "w", encoding="ascii") as file:
                file.write(text)
        plain = build("plain", "-pgo=off")
        run(os.path.join(bin_folder, "record-stacks"), "-F", "997", "-o", "perf.data", "--", "./plain")
        run(os.path.join(bin_folder, "export-lines"), "-q", "--format", "pprof", "-o", "plain.pb.gz", "perf.data")
        guided = build("guided", "-pgo=plain.pb.gz")
        times = {program: [time_of(program) for _ in range(ROUNDS)] for program in ("plain", "guided")}
        os.chdir("/")
    best = {program: min(seconds for seconds, _ in of) for program, of in times.items()}
    print(f"plain {best['plain']:.2f} s, guided {best['guided']:.2f} s: {best['plain'] / best['guided']:.3f} x as fast")
    good = len({printed for of in times.values() for _, printed in of}) == 1
    for what in (INLINED, DIRECT):
        print(f"{what}: without a profile {plain.count(what)}, with it {guided.count(what)}")
        good = good and what not in plain and what in guided
    sys.exit(not good)


if __name__ == "__main__":
    main()
