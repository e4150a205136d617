#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: real.pprof-go long real NEEDS pprof RUN @bin@ @fixtures@ go
# ctest: real.pprof-gperftools long real NEEDS pprof RUN @bin@ @fixtures@ gperftools
# ctest: real.pprof-jemalloc long real NEEDS pprof RUN @bin@ @fixtures@ jemalloc
"""pprof.py BIN FIXTURES PART - profiles that others write and read are what they are for us. PART is

go          profiles written by Go programs and by export-pprof, as go tool pprof shows them
gperftools  a CPU profile recorded by gperftools, as google-pprof and go tool pprof show it
jemalloc    a heap profile recorded by jemalloc, as jeprof shows it

Exits with 77 where the programs are missing.
"""
import collections
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

failures = []
checks = 0


def check(good, what):
    global checks
    checks += 1
    if not good:
        failures.append(what)
        print("FAILED", what)


def skip(reason):
    print("skipped:", reason)
    sys.exit(77)


def text_of(command, **options):
    """What it prints; names may have any bytes."""
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                         **options)
    if run.returncode != 0:
        print(" ".join(command), run.stderr.decode("utf-8", "replace"), sep="\n")
    check(run.returncode == 0, f"{command[0]} returns {run.returncode}")
    return run.stdout.decode("utf-8", "surrogateescape")


def folded(command):
    """Stack to count."""
    stacks = collections.Counter()
    for line in text_of(command).split("\n"):
        if line and not line.startswith("# flambeau: "):
            stack, count = line.rsplit(" ", 1)
            stacks[stack] += int(count)
    return stacks


class Raw:
    """What go tool pprof -raw shows."""

    def __init__(self, *arguments):
        text = text_of(["go", "tool", "pprof", "-raw", *arguments])
        samples = text[text.index("Samples:\n") + 9:text.index("\nLocations\n")].split("\n")
        places = text[text.index("\nLocations\n") + 11:text.index("\nMappings")].split("\n")
        self.types = [word.replace("[dflt]", "") for word in samples[0].split()]
        self.shown = [word.endswith("[dflt]") for word in samples[0].split()]
        self.samples = []
        for line in samples[1:]:
            match = re.match(r" *(-?\d+(?: +-?\d+)*): ?([\d ]*)$", line)
            if match:
                self.samples.append(([int(n) for n in match[1].split()],
                                     [int(n) for n in match[2].split()]))
        self.places, self.addresses, last = {}, {}, None
        for line in places:
            match = re.match(r" {0,5}(\d+): 0x([0-9a-f]+) (?:M=\d+ )?(.*)$", line, re.S)
            if match:
                last = int(match[1])
                self.addresses[last] = int(match[2], 16)
            self.places.setdefault(last, []).append(self.name(match[3] if match else line[13:]))

    @staticmethod
    def name(line):
        match = re.match(r"(.*) \S*:\d+(?::\d+)? s=\d+(\(.*\))?$", line, re.S)
        return match[1] if match else ""

    def folded(self, column):
        stacks = collections.Counter()
        for values, places in self.samples:
            frames = [name for place in places for name in self.places[place]]
            if values[column]:
                stacks[";".join(reversed(frames))] += values[column]
        return stacks


# ---- Go ----

PROGRAM = r"""package main

import (
	"os"
	"runtime"
	"runtime/pprof"
	"sort"
	"sync"
	"time"
)

var kept [][]byte

func square(n int) int { return n * n } // inlined

func work(seconds float64) (sum int) {
	for end := time.Now().Add(time.Duration(seconds * 1e9)); time.Now().Before(end); {
		numbers := make([]int, 5000)
		for i := range numbers {
			numbers[i] = square(i*7919) % 5003
		}
		sort.Ints(numbers)
		kept = append(kept, make([]byte, 1000))
		sum += numbers[0]
	}
	return sum
}

func write(name string) {
	file, err := os.Create(os.Args[1] + "/" + name + ".pb.gz")
	if err != nil {
		panic(err)
	}
	pprof.Lookup(name).WriteTo(file, 0)
	file.Close()
}

func main() {
	runtime.MemProfileRate = 4096
	runtime.SetBlockProfileRate(1)
	runtime.SetMutexProfileFraction(1)
	file, err := os.Create(os.Args[1] + "/cpu.pb.gz")
	if err != nil {
		panic(err)
	}
	pprof.StartCPUProfile(file)
	var lock sync.Mutex
	var group sync.WaitGroup
	for i := 0; i < 3; i++ {
		group.Add(1)
		go func() {
			lock.Lock()
			work(0.4)
			lock.Unlock()
			group.Done()
		}()
	}
	group.Wait()
	pprof.StopCPUProfile()
	file.Close()
	for _, name := range []string{"heap", "allocs", "block", "mutex", "goroutine", "threadcreate"} {
		write(name)
	}
}
"""


def compare_with_raw(tool, path):
    raw = Raw(path)
    for column, name in enumerate(raw.types):
        check(folded([tool, "--sample-type", name, path]) == raw.folded(column),
              f"{os.path.basename(path)}: {name}")
    shown = raw.shown.index(True) if any(raw.shown) else len(raw.types) - 1
    check(folded([tool, path]) == raw.folded(shown), f"{os.path.basename(path)}: the default")
    return sum(values[shown] for values, _ in raw.samples)


def read_go(tools, fixtures, work):
    tool = os.path.join(tools, "collapse-pprof")
    for path in sorted(glob.glob(os.path.join(fixtures, "pprof", "*.pb.gz"))):
        check(compare_with_raw(tool, path) > 0, f"{path} has samples")
    with open(os.path.join(work, "main.go"), "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    environment = dict(os.environ, GOCACHE=os.path.join(work, "cache"), GOFLAGS="", GOPROXY="off",
                       HOME=work, GO111MODULE="off")
    text_of(["go", "run", "main.go", work], cwd=work, env=environment)
    for name in ("cpu", "heap", "allocs", "block", "mutex", "goroutine"):
        check(compare_with_raw(tool, os.path.join(work, name + ".pb.gz")) > 0, f"{name} has samples")
    # the difference of a profile and itself is nothing, of two it is both
    for base, name in (("cpu", "cpu"), ("allocs", "heap")):
        other = os.path.join(work, f"{base}-{name}.pb.gz")
        text_of(["go", "tool", "pprof", "-proto", "-output", other, "-diff_base",
                 os.path.join(work, base + ".pb.gz"), os.path.join(work, name + ".pb.gz")])
        sums = collections.Counter()
        for line in text_of([tool, "--no-header", "--diff", other]).split("\n"):
            if line:
                stack, before, after = line.rsplit(" ", 2)
                sums[stack] += int(after) - int(before)
        raw = Raw(other)
        shown = raw.shown.index(True) if any(raw.shown) else len(raw.types) - 1
        check({k: v for k, v in sums.items() if v} == {k: v for k, v in raw.folded(shown).items()
                                                       if v}, f"{base}-{name}")


def own_count(stacks):
    """Of each name: as a leaf, and anywhere."""
    flat, total = collections.Counter(), collections.Counter()
    for stack, count in stacks.items():
        frames = stack.split(";")
        flat[frames[-1]] += count
        for name in set(frames):
            total[name] += count
    return flat, total


def exported_top(tools, path):
    """Name to (self, total) of export-top."""
    table = json.loads(text_of([os.path.join(tools, "export-top"), "-q", "-n0", "-fjson", path]))
    return {row["function"]: (row["self"], row["total"]) for row in table["top"]}


def top(path):
    """Name to (flat, cum) of go tool pprof -top."""
    rows = {}
    for line in text_of(["go", "tool", "pprof", "-top", "-nodecount=1000000", "-nodefraction=0",
                         path]).split("\n"):
        match = re.match(r" *(\d+) +\S+% +\S+% +(\d+) +\S+%  (.*)$", line)
        if match:
            rows[match[3]] = (int(match[1]), int(match[2]))
    return rows


def write_go(tools, fixtures, work):
    inputs = {"made": "main;a b;(c) 4503599627370497\nmain;\u00e9\ud7ff 3\nx:1 s=2;y 4\n0 5\n",
              "huge": "main;a 9223372036854775807\n"}
    for name in ("cxx-fp", "go-fp", "java-fp"):
        inputs[name] = text_of([os.path.join(tools, "collapse-perf"), "-q", "--no-header",
                                os.path.join(fixtures, "perf", name + ".txt")])
    for name, text in inputs.items():
        plain, packed = os.path.join(work, name), os.path.join(work, name + ".out.pb.gz")
        with open(plain, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
        stacks = folded(["cat", plain])
        text_of([os.path.join(tools, "export-pprof"), "-o", packed, plain])
        raw = Raw(packed)
        check(raw.types == ["samples/count"] and raw.shown == [True], f"{name}: types")
        check(raw.folded(0) == stacks, f"{name}: stacks")
        if name == "huge":
            continue  # -top adds up in floating point
        flat, total = own_count(stacks)
        check(top(packed) == {function: (flat[function], total[function]) for function in total},
              f"{name}: -top")
        check(top(packed) == exported_top(tools, plain), f"{name}: -top beside export-top")


def go(tools, fixtures, work):
    if not shutil.which("go"):
        skip("no go here")
    read_go(tools, fixtures, work)
    write_go(tools, fixtures, work)


# ---- gperftools ----

BUSY = r"""
volatile unsigned long sink;
static inline __attribute__((always_inline)) void spin(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		sink += i * i;
}
__attribute__((noinline)) void leaf_a(void) { spin(20000000); sink++; }
__attribute__((noinline)) void leaf_b(void) { spin(10000000); sink++; }
__attribute__((noinline)) void middle(int n)
{
	leaf_a();
	if (n > 0)
		middle(n - 1);
	leaf_b();
}
int main(void)
{
	for (int i = 0; i < 5; i++)
		middle(2);
}
"""


def compile_c(work, source, *flags):
    path = os.path.join(work, "program.c")
    with open(path, "w", encoding="utf-8") as file:
        file.write(source)
    run = subprocess.run(["gcc", "-g", "-O1", "-o", os.path.join(work, "program"), path, *flags],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return run.returncode == 0


def gperftools(tools, _fixtures, work):
    reader = shutil.which("google-pprof")
    if not reader or not shutil.which("gcc"):
        skip("no google-pprof or no gcc here")
    if not compile_c(work, BUSY, "-Wl,--no-as-needed", "-lprofiler"):
        skip("no libprofiler here")
    program, path = os.path.join(work, "program"), os.path.join(work, "cpu.prof")
    text_of([program], env=dict(os.environ, CPUPROFILE=path, CPUPROFILE_FREQUENCY="250"))
    tool = os.path.join(tools, "collapse-pprof")
    stacks = folded([tool, "-q", "--sample-type", "samples", path])
    shown = text_of([reader, "--text", program, path])
    check(f"Total: {sum(stacks.values())} samples" in shown, "the total of google-pprof")
    check(sum(stacks.values()) > 20, "there are samples")
    check(sum(folded([tool, "-q", path]).values()) == 4000000 * sum(stacks.values()), "nanoseconds")
    _, total = own_count(stacks)
    for name in ("main", "middle", "leaf_a", "leaf_b"):
        row = re.search(rf" (\d+) +\S+% {name}$", shown, re.M)
        check(row and int(row[1]) == total[name], f"google-pprof: {name}")
    if not shutil.which("go"):
        print("no go here: addresses are not compared")
        return
    raw, ours = Raw(path), collections.Counter()
    for stack, count in folded([tool, "-q", "--symbols", "never", "--sample-type", "samples",
                                path]).items():
        ours[tuple(int(n, 16) for n in re.findall(r"<0x([0-9a-f]+)>", stack))] += count
    theirs = collections.Counter()
    for values, places in raw.samples:
        theirs[tuple(raw.addresses[place] for place in reversed(places))] += values[0]
    check(ours == theirs, "the addresses of go tool pprof")


# ---- jemalloc ----

ALLOCATES = r"""
#include <stdlib.h>
#include <string.h>
static char *kept[100000];
static int n;
__attribute__((noinline)) void *get(size_t size)
{
	char *p = malloc(size);
	memset(p, 1, size);
	return p;
}
__attribute__((noinline)) void small(void) { for (int i = 0; i < 20000; i++) kept[n++] = get(48); }
__attribute__((noinline)) void large(int depth)
{
	if (depth > 0) {
		large(depth - 1);
		kept[n++] = get(30000);
	} else {
		for (int i = 0; i < 3000; i++)
			kept[n++] = get(4096);
	}
}
__attribute__((noinline)) void freed(void)
{
	for (int i = 0; i < 20000; i++) {
		char *volatile p = get(500);
		free(p);
	}
	kept[n++] = get(100000);
}
int main(void)
{
	small();
	large(3);
	freed();
	return kept[n / 2][0] - 1;
}
"""


def jemalloc(tools, _fixtures, work):
    reader = shutil.which("jeprof")
    if not reader or not shutil.which("gcc"):
        skip("no jeprof or no gcc here")
    if not compile_c(work, ALLOCATES):
        skip("gcc does not compile")
    program = os.path.join(work, "program")
    subprocess.run([program], check=False, env=dict(
        os.environ, LD_PRELOAD="libjemalloc.so.2", MALLOC_CONF="prof:true,prof_accum:true,"
        f"lg_prof_sample:14,prof_final:true,prof_prefix:{work}/dump"))
    dumps = glob.glob(os.path.join(work, "dump*.heap"))
    if not dumps:
        skip("no jemalloc that profiles here")
    with open(dumps[0], encoding="utf-8") as file:
        records = file.read().count("\n@")
    tool, packed = os.path.join(tools, "collapse-jemalloc"), os.path.join(work, "dump.pb.gz")
    text_of([tool, "-q", "--pprof", "-o", packed, dumps[0]])
    for value in ("inuse_space", "inuse_objects", "alloc_space", "alloc_objects"):
        stacks = folded([tool, "-q", "--value", value, dumps[0]])
        shown = text_of([reader, "--text", "--show_bytes", "--" + value, program, dumps[0]])
        theirs = int(re.search(r"^Total: (\d+)", shown, re.M)[1])
        # it cuts off the decimals of the sum; here each stack is rounded, in a profile each record
        check(abs(sum(stacks.values()) - theirs) <= len(stacks) and theirs > 1000,
              f"{value}: jeprof's total is {theirs}, not {sum(stacks.values())}")
        _, total = own_count(stacks)
        for name in ("main", "small", "large", "get"):
            row = re.search(rf" (\d+) +\S+% {name}$", shown, re.M)
            check(row and abs(int(row[1]) - total[name]) <= len(stacks),
                  f"{value}: jeprof has {row and row[1]} for {name}, not {total[name]}")
        written = folded([os.path.join(tools, "collapse-pprof"), "--sample-type", value, packed])
        check(abs(sum(written.values()) - sum(stacks.values())) <= records, f"{value}: --pprof")
        _, total_written = own_count(written)
        check(all(abs(total[name] - total_written[name]) <= records
                  for name in ("main", "small", "large", "get")), f"{value}: functions of --pprof")


def main():
    tools, fixtures, part = sys.argv[1:]
    with tempfile.TemporaryDirectory() as work:
        {"go": go, "gperftools": gperftools, "jemalloc": jemalloc}[part](tools, fixtures, work)
    print(f"{checks} checks, {len(failures)} failed")
    return 1 if failures or checks == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
