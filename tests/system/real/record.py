#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: real.record-@TOOL@ long real SERIAL EACH c,cxx,rust,python,threads,compare,sampler,events-c,events-cxx,events-rust,events-python,events-threads RUN @bin@ @TOOL@ @lib@/libflamesample.so.1
"""
record.py BIN KIND [LIBRARY] - flamegraph-record with real profilers: a small program of KIND (c, cxx, rust, python,
threads, compare, sampler; events-c and so on: by record-stacks instead of perf) is built, recorded
and drawn. The function that burns three quarters of the time has that share of the graph within three
points. Skipped (77), with the reason, where the machine cannot build or may not record.
"""

import html
import os
import re
import shutil
import subprocess
import sys
import tempfile

BIN = os.path.abspath(sys.argv[1])
KIND = sys.argv[2].removeprefix("events-")
PROFILER = "events" if sys.argv[2].startswith("events-") else "perf"
LIBRARY = sys.argv[3] if len(sys.argv) > 3 else None
LIMIT = 240  # seconds: then something hangs
POINTS = 3.0  # how far a share may be from what the program does

# Both functions ask how much CPU time has gone by, so that it does not matter what else runs.
C = r"""
#include <time.h>
static volatile unsigned long sink;
static double cpu(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}
#define BURN(name) \
	__attribute__((noinline)) static void name(double seconds) \
	{ \
		double end = cpu() + seconds; \
		while (cpu() < end) \
			for (unsigned long i = 0; i < 100000; i++) \
				sink = sink + i; \
		sink++; \
	}
BURN(burn_hot)
BURN(burn_cold)
"""

C_MAIN = r"""
int main(void)
{
	for (int i = 0; i < 10; i++) {
		burn_hot(HOT);
		burn_cold(0.15 - HOT);
	}
	return 0;
}
"""

CXX = r"""
#include <ctime>
#include <string>
static volatile unsigned long sink;
static double cpu()
{
	timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return double(now.tv_sec) + double(now.tv_nsec) / 1e9;
}
namespace burner {
struct work {
	virtual ~work() {}
	virtual void run(double) = 0;
};
template <int N> struct burn : work {
	__attribute__((noinline)) void run(double seconds) override
	{
		double end = cpu() + seconds;
		while (cpu() < end)
			for (unsigned long i = 0; i < 100000; i++)
				sink = sink + i * N;
	}
};
}
int main()
{
	burner::burn<3> hot;
	burner::burn<1> cold;
	burner::work *works[] = {&hot, &cold};
	for (int i = 0; i < 10; i++) {
		works[0]->run(0.1125);
		works[1]->run(0.0375);
	}
}
"""

RUST = r"""
use std::time::Instant;
// As std::hint::black_box, which came with Rust 1.66.
#[inline(always)]
fn opaque(n: u64) -> u64 { unsafe { std::ptr::read_volatile(&n) } }
#[inline(never)]
fn step(n: u64) -> u64 { let mut s = 0u64; for i in 0..n { s = s.wrapping_add(opaque(i).wrapping_mul(i)); } s }
mod work {
    #[inline(never)]
    pub fn burn_hot(n: u64) -> u64 { super::opaque(super::step(n)) + 1 }
    #[inline(never)]
    pub fn burn_cold(n: u64) -> u64 { super::opaque(super::step(n)) + 2 }
}
fn main() {
    let start = Instant::now();
    let mut n = 100_000u64;
    step(n);
    n = (n as f64 * 0.01 / start.elapsed().as_secs_f64()) as u64;
    let mut s = 0u64;
    for _ in 0..30 { s = s.wrapping_add(work::burn_hot(3 * n)).wrapping_add(work::burn_cold(n)); }
    println!("{}", opaque(s) & 1);
}
"""

# zlib's functions have names in every build of Python.
PYTHON = r"""
import time, zlib
data = bytes(range(256)) * 400
def burn(function, seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        for _ in range(20):
            function(data)
def run_hot(seconds):
    burn(zlib.adler32, seconds)
def run_cold(seconds):
    burn(zlib.crc32, seconds)
for _ in range(10):
    run_hot(0.1125)
    run_cold(0.0375)
"""

THREADS = r"""
#include <pthread.h>
static void *hot(void *unused) { (void)unused; burn_hot(0.4); return 0; }
static void *cold(void *unused) { (void)unused; burn_cold(0.4); return 0; }
int main(void)
{
	pthread_t threads[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], 0, i < 3 ? hot : cold, 0);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], 0);
	return 0;
}
"""


def skip(why):
    print("skipped: " + why)
    sys.exit(77)


def fail(why, said=""):
    print("FAILED: %s\n%s" % (why, said))
    sys.exit(1)


def tool(*names):
    for name in names:
        if shutil.which(name):
            return name
    skip("no %s here" % " or ".join(names))


def build(name, source, *compiler):
    with open(name, "w") as file:
        file.write(source)
    out = os.path.splitext(name)[0]
    result = subprocess.run(
        [*compiler, "-o", out, name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT
    )
    if result.returncode != 0:
        fail("the program does not compile", result.stdout.decode())
    return "./" + out


def build_c(name, source):
    compiler = tool("cc", "gcc", "clang")
    return build(name + ".c", source, compiler, "-std=gnu11", "-O1", "-g", "-fno-optimize-sibling-calls",
                 "-pthread")


def record(*words, **environment):
    result = subprocess.run(
        [os.path.join(BIN, "flamegraph-record"), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=LIMIT,
        env=dict(os.environ, **environment),
    )
    if result.returncode != 0:
        fail("flamegraph-record ended with %d" % result.returncode, result.stderr.decode())
    return result.stdout.decode(), result.stderr.decode()


def can_record():
    """Skip where the profiler may not record at all, which only it can say."""
    recorder = [os.path.join(BIN, "record-stacks")] if PROFILER == "events" else [tool("perf"), "record"]
    result = subprocess.run(
        [*recorder, "-e", "cpu-clock", "-o", "probe.data", "--", "true"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    if result.returncode != 0:
        skip(PROFILER + " cannot record: " + result.stderr.decode().strip().split("\n")[0])


# "f (12.0 ms, 9.80%": a name, and its share.
FRAME = r"<title>([^<]*) \([0-9,.]+ [^<]*?, ([0-9.]+)%"


def share(svg, pattern):
    """Percent of the widest frame with such a name; 0 if there is none."""
    with open(svg) as file:
        text = file.read()
    found = re.findall(FRAME, text)
    shares = [float(percent) for name, percent in found if re.search(pattern, html.unescape(name))]
    return max(shares, default=0.0)


def total_share(svg, pattern):
    """The same of all frames together, for a function that stands in several stacks, none above another."""
    with open(svg) as file:
        text = file.read()
    found = re.findall(FRAME, text)
    return sum(float(percent) for name, percent in found if re.search(pattern, name))


def share_of_both(svg, pattern):
    """The share among the functions that burn: an interpreter has to start, too."""
    hot = total_share(svg, pattern)
    return 100 * hot / max(hot + total_share(svg, "^crc32_z$"), 1)


def expect(svg, pattern, wanted, get=share):
    got = get(svg, pattern)
    print("%s: %s has %.2f%%, expected %.0f" % (svg, pattern, got, wanted))
    if abs(got - wanted) > POINTS:
        fail("the share of %s in %s" % (pattern, svg))


def program(kind):
    """A command, and what its hot function looks like."""
    if kind in ("c", "sampler"):
        return [build_c("prog", C + "#define HOT 0.1125\n" + C_MAIN)], "^burn_hot$"
    if kind == "cxx":
        return [build("prog.cc", CXX, tool("c++", "g++", "clang++"), "-O1", "-g")], "burner::burn<3>::run"
    if kind == "rust":
        tool("rustc")
        return [build("prog.rs", RUST, "rustc", "-O", "-g")], "work::burn_hot"
    if kind == "python":
        with open("prog.py", "w") as file:
            file.write(PYTHON)
        return [sys.executable, "prog.py"], "^adler32_z$"
    return [build_c("prog", C + THREADS)], "^burn_hot$"


def compare():
    before = build_c("before_prog", C + "#define HOT 0.1125\n" + C_MAIN)
    after = build_c("after_prog", C + "#define HOT 0.0375\n" + C_MAIN)
    out, said = record("--json", "--reverse-diff", "compare", "--", before, "--", after)
    if '"svg_path": "diff.svg"' not in out:
        fail("no line of JSON", out)
    expect("before.svg", "^burn_hot$", 75)
    expect("after.svg", "^burn_hot$", 25)
    for svg in ("diff.svg", "diff-reverse.svg"):
        with open(svg) as file:
            found = re.search(r"<title>burn_hot \([^<]*, was [^<]*, ([0-9.]+)% -&gt; ([0-9.]+)%", file.read())
        if not found:
            fail("no burn_hot in both columns of " + svg)
        print("%s: burn_hot had %s%%, has %s%%" % (svg, *found.groups()))
        if abs(float(found[1]) - 75) > POINTS or abs(float(found[2]) - 25) > POINTS:
            fail("the shares of burn_hot in " + svg)
    left = set(os.listdir(".")) - {"before.svg", "after.svg", "diff.svg", "diff-reverse.svg", "before_prog",
                                   "before_prog.c", "after_prog", "after_prog.c", "probe.data", "probe.data.old"}
    if left:
        fail("compare left %s" % sorted(left), said)


def main():
    work = tempfile.mkdtemp()
    os.chdir(work)
    try:
        if KIND == "sampler":
            if not LIBRARY or not os.path.exists(LIBRARY):
                skip("libflamesample is not built")
        else:
            can_record()
        if KIND == "compare":
            compare()
            return
        command, hot = program(KIND)
        if KIND == "sampler":
            record("--profiler", "sampler", "--", *command, FLAMESAMPLE_LIB=LIBRARY)
        else:
            record("--profiler", PROFILER, "--no-runtime", "--", *command)  # at a rate for shares
        expect("flamegraph.svg", hot, 75, {"python": share_of_both, "threads": total_share}.get(KIND, share))
        if shutil.which("xmllint"):
            subprocess.run(["xmllint", "--nonet", "--noout", "flamegraph.svg"], check=True)
        if os.environ.get("KEEP"):
            shutil.copy("flamegraph.svg", os.path.join(os.environ["KEEP"], KIND + ".svg"))
    finally:
        if os.environ.get("KEEP") and KIND == "compare":
            for name in ("before", "after", "diff", "diff-reverse"):
                if os.path.exists(name + ".svg"):
                    shutil.copy(name + ".svg", os.environ["KEEP"])
        os.chdir("/")
        shutil.rmtree(work)


main()
