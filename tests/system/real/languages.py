#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: real.languages long real SERIAL RUN @bin@
"""languages.py BIN [SECONDS] - record programs in Python, JavaScript, Go, Rust and Java by `flamegraph-record -- CMD`.

Of the samples with a frame of the language, 95 % must lead without a gap to where the program, or its thread, starts. A
language whose compiler or runtime is missing here is skipped, and so is all (77) where nothing may be recorded. Prints a
line for each: samples, the share that is whole, and what the others lack.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

ENOUGH = 0.95

PYTHON = """
import sys, time
def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps
def longest(limit):
    return max(collatz(i) for i in range(1, limit))
class Words:
    def __init__(self):
        self.table = {}
    def add(self, text):
        for word in text.split():
            self.table[word] = self.table.get(word, 0) + 1
    def top(self):
        return sorted(self.table.items(), key=lambda item: (-item[1], item[0]))[:3]
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
def main(seconds):
    end, words = time.monotonic() + seconds, Words()
    while time.monotonic() < end:
        longest(300)
        fib(15)
        for _ in range(50):
            words.add("the quick brown fox jumps over the lazy dog " * 5)
        words.top()
main(float(sys.argv[1]))
"""

JAVASCRIPT = """
'use strict';
function collatz(n) { let s = 0; while (n !== 1) { n = n % 2 === 0 ? n / 2 : 3 * n + 1; s++; } return s; }
function longest(limit) { let best = 0; for (let i = 1; i < limit; i++) best = Math.max(best, collatz(i)); return best; }
class Words {
  constructor() { this.table = new Map(); }
  add(text) { for (const w of text.split(' ')) this.table.set(w, (this.table.get(w) || 0) + 1); }
  top() { return [...this.table].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).slice(0, 3); }
}
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
function json(n) { return JSON.parse(JSON.stringify(Array.from({ length: n }, (_, i) => ({ id: i, name: 'n' + i })))).length; }
function main(seconds) {
  const end = Date.now() + seconds * 1000, words = new Words();
  while (Date.now() < end) {
    longest(3000); fib(20); json(200);
    for (let i = 0; i < 50; i++) words.add('the quick brown fox jumps over the lazy dog');
    words.top();
  }
}
main(Number(process.argv[2]));
"""

GO = """
package main
import ("encoding/json"; "fmt"; "os"; "sort"; "strconv"; "strings"; "sync"; "time")
//go:noinline
func collatz(n int) int { s := 0; for n != 1 { if n%2 == 0 { n /= 2 } else { n = 3*n + 1 }; s++ }; return s }
func longest(limit int) int { b := 0; for i := 1; i < limit; i++ { if s := collatz(i); s > b { b = s } }; return b }
type words struct{ table map[string]int }
func (w *words) add(text string) { for _, s := range strings.Fields(text) { w.table[s]++ } }
func (w *words) top() []string {
	var all []string
	for s := range w.table { all = append(all, s) }
	sort.Slice(all, func(a, b int) bool { return w.table[all[a]] > w.table[all[b]] })
	return all
}
func fib(n int) int { if n < 2 { return n }; return fib(n-1) + fib(n-2) }
func encode(n int) int {
	var list []map[string]string
	for i := 0; i < n; i++ { list = append(list, map[string]string{"id": strconv.Itoa(i), "name": fmt.Sprint("n", i)}) }
	text, _ := json.Marshal(list)
	json.Unmarshal(text, &list)
	return len(list)
}
func busy(end time.Time) {
	w := words{map[string]int{}}
	for time.Now().Before(end) { longest(2000); fib(20); encode(100); w.add("the quick brown fox jumps over the lazy dog"); w.top() }
}
func main() {
	seconds, _ := strconv.ParseFloat(os.Args[1], 64)
	end := time.Now().Add(time.Duration(seconds * float64(time.Second)))
	var group sync.WaitGroup
	group.Add(1)
	go func() { defer group.Done(); busy(end) }()
	busy(end)
	group.Wait()
}
"""

RUST = """
use std::collections::HashMap;
use std::time::{Duration, Instant};
#[inline(never)]
fn collatz(mut n: u64) -> u64 { let mut s = 0; while n != 1 { n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 }; s += 1; } s }
fn longest(limit: u64) -> u64 { (1..limit).map(collatz).max().unwrap_or(0) }
#[inline(never)]
fn fib(n: u64) -> u64 { if n < 2 { n } else { fib(n - 1) + fib(n - 2) } }
fn busy(end: Instant, one: u64) -> u64 {
    let mut table: HashMap<String, u64> = HashMap::new();
    let mut sum = 0;
    while Instant::now() < end {
        sum += longest(2000 * one) + fib(18 * one);
        for _ in 0..50 {
            for w in "the quick brown fox jumps over the lazy dog".split_whitespace() { *table.entry(w.to_string()).or_insert(0) += 1; }
        }
        let mut all: Vec<_> = table.iter().collect();
        all.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        sum += all.len() as u64;
    }
    sum
}
fn main() {
    let one = std::env::args().count() as u64 - 1; // which the compiler does not know
    let seconds: f64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    let other = std::thread::spawn(move || busy(end, one));
    println!("{}", (busy(end, one) + other.join().unwrap()) % 2);
}
"""

JAVA = """
import java.util.*;
public class Work {
    static int collatz(long n) { int s = 0; while (n != 1) { n = n % 2 == 0 ? n / 2 : 3 * n + 1; s++; } return s; }
    static int longest(int limit) { int best = 0; for (int i = 1; i < limit; i++) best = Math.max(best, collatz(i)); return best; }
    static class Words {
        final Map<String, Integer> table = new HashMap<>();
        void add(String text) { for (String w : text.split(" ")) table.merge(w, 1, Integer::sum); }
        int top() { List<Map.Entry<String, Integer>> all = new ArrayList<>(table.entrySet()); all.sort(Map.Entry.comparingByValue()); return all.size(); }
    }
    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    static int busy(long end) {
        Words words = new Words();
        int sum = 0;
        while (System.nanoTime() < end) {
            sum += longest(3000) + fib(20);
            for (int i = 0; i < 50; i++) words.add("the quick brown fox jumps over the lazy dog");
            sum += words.top();
        }
        return sum;
    }
    public static void main(String[] a) throws Exception {
        long end = System.nanoTime() + (long) (Double.parseDouble(a[0]) * 1e9);
        int[] other = {0};
        Thread thread = new Thread(() -> other[0] = busy(end));
        thread.start();
        int sum = busy(end);
        thread.join();
        System.out.println((sum + other[0]) % 2);
    }
}
"""

THREAD = r"_start|clone3?|__clone|start_thread"
LIBC = "[libc.so.6]"

# language -> source, file, how it is built, command, a frame of the language, where a stack of it starts
LANGUAGES = {
    "Python": (PYTHON, "work.py", None, ["python3", "work.py"], r"py::", rf"(?:{THREAD})$", r"py::(?:<module>|_find_and_load)"),
    "JavaScript": (JAVASCRIPT, "work.js", None, ["node", "work.js"],
                   r"(?:JS|LazyCompile|Function|Script|Eval|InterpretedFunction):", rf"(?:{THREAD})$", None),
    # a goroutine has a stack of its own, and the scheduler that of its thread
    "Go": (GO, "work.go", ["go", "build", "-o", "work-go", "work.go"], ["./work-go"], r"(?:main|runtime|[a-z]+(?:/[a-z]+)*)\.",
           rf"(?:{THREAD}|runtime\.(?:goexit|mstart|rt0_go)(?:\.abi0)?|_rt0_\w+)$", None),
    "Rust": (RUST, "work.rs", ["rustc", "-O", "-o", "work-rust", "work.rs"], ["./work-rust"], r"(?:<?\w+.*::|work)", rf"(?:{THREAD})$",
             None),
    "Java": (JAVA, "Work.java", ["javac", "Work.java"], ["java", "Work"], r"(?:Interpreter$|[\w$/]+(?:\.[\w$<>/+]+)+)",
             rf"(?:{THREAD})$", None),
}


def nameless(frame):
    return frame == "[unknown]" or re.fullmatch(r"\[perf-\d+\.map\]", frame)


def lacks(frames, start, root):
    """Why the stack has a gap, or None."""
    if any(nameless(frame) for frame in frames):
        return "a frame without a name"
    if frames[:2] == [LIBC, LIBC]:
        return None  # clone3 and start_thread, of a libc without its debugging symbols
    if not re.match(start, frames[0]):
        return "begins with " + frames[0].split("::")[0]
    if root and not any(re.match(root, frame) for frame in frames):
        return f"no {root}"
    return None


def measure(folded, of_language, start, root):
    total = whole = interpreted = 0
    reasons = {}
    with open(folded, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith("#"):
                continue
            stack, count = line.rsplit(" ", 1)
            frames, count = stack.split(";")[1:], int(count)
            if not any(re.match(of_language, frame) for frame in frames):
                continue
            total += count
            interpreted += count if frames[-1] == "Interpreter" else 0
            reason = lacks(frames, start, root)
            if reason is None:
                whole += count
            else:
                reasons[reason] = reasons.get(reason, 0) + count
    return total, whole, interpreted, reasons


def tools_of(folder, binaries):
    """Our programs, and a flamegraph that keeps the stacks it draws."""
    os.mkdir(folder)
    for name in os.listdir(binaries):
        if name != "flamegraph":
            os.symlink(os.path.join(binaries, name), os.path.join(folder, name))
    wrapper = os.path.join(folder, "flamegraph")
    with open(wrapper, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\nfor last; do :; done\ncase $last in *.folded) cp \"$last\" \"$FOLDED\" ;; esac\n"
                   f"exec '{binaries}/flamegraph' \"$@\"\n")
    os.chmod(wrapper, 0o755)
    return os.path.join(folder, "flamegraph-record")


def left_in_tmp():
    return {name for name in os.listdir("/tmp") if re.fullmatch(r"(perf-\d+\.map|jit-\d+\.dump|perfinfo-\d+\.map)", name)}


def main():
    binaries = os.path.abspath(sys.argv[1])
    seconds = sys.argv[2] if len(sys.argv) > 2 else "3"
    failed = False
    done = 0
    with tempfile.TemporaryDirectory() as work:
        record = tools_of(os.path.join(work, "bin"), binaries)
        os.chdir(work)
        environment = dict(os.environ, FOLDED=os.path.join(work, "folded"), LC_ALL="C.UTF-8")
        for variable in ("NODE_OPTIONS", "JAVA_TOOL_OPTIONS", "PYTHON_PERF_JIT_SUPPORT", "PYTHONPERFSUPPORT"):
            environment.pop(variable, None)
        probe = subprocess.run([record, "-o", "probe.svg", "--", "sh", "-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done"],
                               env=environment, stderr=subprocess.PIPE, text=True, check=False)
        if probe.returncode != 0:
            print("skipped: nothing may be recorded here:", probe.stderr.strip().split("\n")[-1])
            sys.exit(77)
        for language, (source, name, build, command, of_language, start, root) in LANGUAGES.items():
            program = (build or command)[0]
            if not shutil.which(program) or (build and "/" not in command[0] and not shutil.which(command[0])):
                print(f"{language}: skipped, no {program} here")
                continue
            with open(name, "w", encoding="utf-8") as file:
                file.write(source)
            if build:
                built = dict(environment, GO111MODULE="off", GOCACHE=os.path.join(work, "go"), GOFLAGS="-buildvcs=false")
                if subprocess.run(build, env=built, check=False).returncode != 0:
                    print(f"{language}: skipped, {program} does not build the program")
                    continue
            before = left_in_tmp()
            if os.path.exists("folded"):
                os.remove("folded")
            run = subprocess.run([record, "-o", "out.svg", "--", *command, seconds], env=environment, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True, check=False)
            said = run.stderr.strip()
            if run.returncode != 0 or not os.path.exists("folded"):
                print(f"{language}: FAILED: exit {run.returncode}: {said}")
                failed = True
                continue
            left = sorted(left_in_tmp() - before)
            total, whole, interpreted, reasons = measure("folded", of_language, start, root)
            if language == "Python" and "gives profilers no names" in said:
                print(f"{language}: no names, and the advice says so: "
                      + [line for line in said.split("\n") if "gives profilers no names" in line][0])
                failed |= total > 0
                done += 1
                continue
            share = whole / total if total else 0
            rest = ", ".join(f"{reason} {count / total:.1%}" for reason, count in sorted(reasons.items(), key=lambda item: -item[1])[:4])
            print(f"{language}: {share:.1%} whole of {total} ns{f', interpreted {interpreted / total:.1%}' if interpreted else ''}"
                  f"{f'; the rest: {rest}' if rest else ''}", flush=True)
            if share < ENOUGH or left:
                print(f"{language}: FAILED: {f'left in /tmp: {left}' if left else f'less than {ENOUGH:.0%}'}\n{said}")
                if os.environ.get("KEEP_FOLDED"):
                    shutil.copy("folded", os.path.join(os.environ["KEEP_FOLDED"], language))
                failed = True
            done += 1
    print(f"{done} languages")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
