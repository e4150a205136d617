#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: real.perfdata long real SERIAL RUN @bin@
"""
perfdata.py BIN - recordings that perf makes here, read by collapse-perf, and by perf script before it: the same
stacks, but for what is known to differ. Each recording also gives the same by any number of threads, from a file and
from a pipe. Skipped (77), with the reason, where the machine cannot record; a single recording likewise.

Known to differ is what perf 6 does not know or gets wrong (and perf 7, or nobody, gets right):

  plt       names of slots of the PLT
  ends      a made-up [unknown] in place of callers beyond the copy of the stack, and a last caller lost
  exec      functions of the program before exec, of which only the system call is left
  symbols   which of several names of one address is taken: perf 6 compares names without arguments
  exit      callers of __run_exit_handlers, beneath _fini, for which there is no unwind information; ours end in _start
  vdso      functions of the vdso, in a killed recording alone: it names neither the vdso's build ID nor the kernel's,
            so nothing shows that the vdso of today is the recorded one; perf takes it all the same
"""

import collections
import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "recordings"))
import recorded  # noqa: E402

KALLSYMS = "/proc/kallsyms"
EXIT = "__run_exit_handlers"
MADE_UP = ("[unknown]", "[[stack]]", "[[heap]]", "[anon]")


class Test:
    def __init__(self, bins, folder):
        self.bins, self.folder, self.failures, self.done, self.skipped = bins, folder, [], [], []

    def path(self, name):
        return os.path.join(self.folder, name)

    # ---- both ways ----

    def collapse(self, arguments, stdin=None):
        with open(stdin or os.devnull, "rb") as file:
            done = subprocess.run([os.path.join(self.bins, "collapse-perf"), "--no-header", *arguments], stdin=file,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, check=False)
        return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")

    def by_script(self, path, select):
        """Of perf script's text, without inlined functions, for which perf 6 needs minutes."""
        text = self.path("text")
        with open(text, "wb") as file:
            process = ["-F", "+pid"] if "--tid" in select else []
            subprocess.run(["perf", "script", "--no-inline", *process, "-i", path], stdout=file, stderr=subprocess.DEVNULL,
                           timeout=600, check=False)
        return self.collapse([*select, text])[1]

    def compare(self, name, path, options=(), text_of=None, share=0.0, select=()):
        """
        `options` are of recordings, `select` of both ways; `text_of`: what perf script reads in place of a killed
        recording; `share`: of the weight, how much may differ for another reason (of programs that are not ours).
        """
        options = [*options, *select]
        ours = self.collapse(["--no-inline", *options, path])
        theirs = counts(self.by_script(text_of or path, select))
        self.laws(name, path, options, ours)
        if ours[0] != 0 or not theirs:
            self.failures.append(f"{name}: exit {ours[0]}, perf script has {len(theirs)} stacks: {ours[2]}")
            return
        mine = counts(ours[1])
        total = sum(mine.values())
        if total != sum(theirs.values()):
            self.failures.append(f"{name}: {total} in all, by perf script {sum(theirs.values())}")
        reasons, odd = explain(mine, theirs)
        said = ", ".join(f"{reason} {count}" for reason, count in sorted(reasons.items())) or "nothing"
        self.done.append(f"{name}: {len(mine)} stacks, of which differ: {said}")
        if reasons["vdso"] and not text_of:
            self.failures.append(f"{name}: {reasons['vdso']} stacks without names of the vdso")
        weight = sum(count for _, _, count in odd)
        if weight > share * total:
            self.failures.append(f"{name}: {len(odd)} stacks, {weight} of {total}, as: {odd[0][0]} BUT {odd[0][1]}")

    def laws(self, name, path, options, ours):
        ways = [(f"-j {threads}", ["-j", threads, path], None) for threads in ("1", "2", "5")]
        if os.path.isfile(path):
            ways.append(("redirected", [], path))
        for way, arguments, stdin in ways:
            got = self.collapse(["--no-inline", *options, *arguments], stdin)
            said = got[2].replace("standard input", path)
            if (got[0], got[1], said) != ours:
                self.failures.append(f"{name}, {way}: not the same: exit {got[0]}: {said}")

    # ---- recordings ----

    def step(self, name, make):
        try:
            make(name)
        except recorded.Unable as why:
            self.skipped.append(f"{name}: {why}")

    def recording(self, options, kind="fp", seconds="1", selects=((),)):
        """A step that records busy with options, and compares what each of `selects` selects."""
        def make(name):
            path, program = self.path(name + ".data"), recorded.build(kind, self.folder)
            arguments = [program, seconds] if kind == "rust" else [program, "2", seconds]
            recorded.record(path, options, arguments)
            for select in selects:
                self.compare(" ".join((name, *select)), path, select=select)
        return make

    def everywhere(self, name):
        path, program = self.path("all.data"), recorded.build("fp", self.folder)
        source = os.path.join(recorded.HERE, "busy.cpp")
        recorded.record(path, ["-F", "999", "-g", "-a"],
                        ["sh", "-c", f"'{program}' 2 1 & g++ -O1 -c -o /dev/null '{source}'; wait"])
        self.compare(name, path, share=0.005)

    def pipe(self, name):
        path, program = self.path("pipe.data"), recorded.build("fp", self.folder)
        with open(path, "wb") as file:
            recorded.record("-", ["-F", "999", "-g"], [program, "2", "1"], stdout=file)
        self.compare(name, path)
        with open(path, "rb") as file:
            cat = subprocess.Popen(["cat"], stdin=file, stdout=subprocess.PIPE)
            got = subprocess.run([os.path.join(self.bins, "collapse-perf"), "--no-header", "--no-inline"],
                                 stdin=cat.stdout, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
            cat.stdout.close()
            cat.wait()
        if got.stdout != self.collapse(["--no-inline", path])[1]:
            self.failures.append(f"{name}: through a pipe, not the same: {got.stderr}")

    def late(self, name):
        """Names that a program writes at its end, long after the first samples went through the pipe."""
        if os.uname().machine != "x86_64":
            raise recorded.Unable("the program is for x86-64")
        program = recorded.build("late", self.folder)
        perf = subprocess.Popen(["perf", "record", "-m", "1024", "-e", "cpu-clock", "-F", "999", "--call-graph",
                                 "dwarf,32768", "-o", "-", "--", program, "3"], stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL)
        with open(self.path("late.data"), "wb") as file:
            tee = subprocess.Popen(["tee", "/dev/stderr"], stdin=perf.stdout, stdout=subprocess.PIPE, stderr=file)
            got = subprocess.run([os.path.join(self.bins, "collapse-perf"), "--no-header"], stdin=tee.stdout,
                                 stdout=subprocess.PIPE, check=False).stdout
            tee.stdout.close()
            tee.wait()
        perf.stdout.close()
        perf.wait()
        size = os.path.getsize(self.path("late.data"))
        stacks = counts(got)
        named = sum(count for stack, count in stacks.items() if "made_late" in stack)
        self.done.append(f"{name}: {size} bytes, {named} of {sum(stacks.values())} in made_late")
        if size < 12 << 20 or named < 0.9 * sum(stacks.values()):
            self.failures.append(f"{name}: {size} bytes, {named} of {sum(stacks.values())} in made_late")
        for path in glob.glob("/tmp/perf-*.map"):
            with open(path, errors="replace") as file:
                text = file.read()
            if text.endswith("made_late\n") and os.path.getsize(path) < 64:
                os.unlink(path)

    def jitted(self, name):
        """Code of node, which reuses its places: its dump as it is, and with perf inject, which makes files of it."""
        if not shutil.which("node"):
            raise recorded.Unable("no node here")
        path, injected, program = (self.path(file) for file in ("jitted.data", "injected.data", "jitted.js"))
        with open(program, "w") as file:
            file.write(JAVASCRIPT)
        options = ["--expose-gc", "--perf-prof", "--interpreted-frames-native-stack"]
        recorded.record(path, ["-F", "1999", "-g", "-k", "mono"], ["sh", "-c", 'cd "$0" && exec node "$@"', self.folder,
                                                                   *options, program])
        problem = recorded.run(["perf", "inject", "--jit", "-i", path, "-o", injected])
        if problem:
            raise recorded.Unable(f"perf inject: {problem}")
        raw, other = (counts(self.collapse(["--jit", "--no-inline", file])[1]) for file in (path, injected))
        raw, other = (of_javascript(stacks) for stacks in (raw, other))
        wrong = sum((raw - other).values())
        self.done.append(f"{name}: {len(raw)} stacks of JavaScript, {wrong} of {sum(raw.values())} differ")
        if not any("jitted.js" in stack for stack in raw) or wrong > 0.002 * sum(raw.values()):
            self.failures.append(f"{name}: {wrong} of {sum(raw.values())}, as: {next(iter(raw - other), 'no function')}")

    def killed(self, name):
        """perf script reads nothing of it, so it gets a copy with the size that perf did not write any more."""
        path, program = self.path("killed.data"), recorded.build("fp", self.folder)
        perf = subprocess.Popen(["perf", "record", "-m", "4", "-e", "cpu-clock", "-F", "999", "-g", "-o", path, "--",
                                 program, "2", "3"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(2)
        perf.send_signal(signal.SIGKILL)
        perf.wait()
        time.sleep(2)
        if self.collapse(["--no-inline", "--strict", path])[0] != 1:
            self.failures.append(f"{name}: --strict takes it for whole")
        with open(path, "rb") as file:
            data = bytearray(file.read())
        start = int.from_bytes(data[40:48], "little")
        end = start
        while end + 8 <= len(data):
            size = int.from_bytes(data[end + 6:end + 8], "little")
            if size < 8 or end + size > len(data):
                break
            end += size
        data[48:56] = (end - start).to_bytes(8, "little")
        copy = self.path("mended.data")
        with open(copy, "wb") as file:
            file.write(data[:end] + bytes(16 * sum(bin(byte).count("1") for byte in data[72:104])))
        self.compare(name, path, self.kallsyms(), copy)

    def kallsyms(self):
        """perf takes the running kernel's; we are told so, of a recording that does not name its kernel."""
        copy = self.path("kallsyms")
        shutil.copyfile(KALLSYMS, copy)
        return ["--kallsyms", copy]


# Functions that become hot one after the other, and are dropped.
JAVASCRIPT = """
let sum = 0;
for (let n = 0; n < 40; n++) {
    const made = new Function("x", `for (let i = 0; i < 20; i++) x = (x * ${n + 3} + i) % 1000003; return x; // ${n}`);
    Object.defineProperty(made, "name", { value: "made" + n });
    for (const end = Date.now() + 80; Date.now() < end;)
        for (let i = 0; i < 10000; i++) sum += made(i);
    if (n % 10 === 9) gc();
}
"""

# ---- stacks ----


def of_javascript(stacks):
    """Frames of the dump alone; node's builtins are in its own file, too, by other names."""
    result = collections.Counter()
    for stack, count in stacks.items():
        frames = [frame for frame in stack.split(";") if frame.startswith(("JS:", "Function:", "LazyCompile:", "RegExp:"))]
        result[";".join(frames)] += count
    return result


def counts(folded):
    result = collections.Counter()
    for line in folded.decode("utf-8", "surrogateescape").splitlines():
        stack, count = line.rsplit(" ", 1)
        result[stack] += int(count)
    return result


def without(mine, theirs):
    """What each has more than the other."""
    return mine - theirs, theirs - mine


def without_slots(frames):
    return [frame if not (frame.endswith("@plt") or frame == ".plt") else "@plt" for frame in frames]


def without_made_up(frames):
    end = 1
    while end < len(frames) - 1 and frames[end] in MADE_UP:
        end += 1
    return frames[:1] + frames[end:]


FORMS = (("plt", without_slots), ("ends", without_made_up))


def in_form(stacks, form):
    result = collections.Counter()
    for stack, count in stacks.items():
        result[";".join(form(stack.split(";")))] += count
    return result


def pair(stack, others):
    """The stack of perf script that is most like it."""
    frames = stack.split(";")
    best, like = None, -1
    for other in others:
        theirs = other.split(";")
        if theirs[0] != frames[0]:
            continue
        same = sum(1 for a, b in zip(reversed(frames), reversed(theirs)) if a == b)
        if same > like:
            best, like = theirs, same
    return best


def reason(frames, theirs):
    """Why these two differ; None: no reason is known."""
    if theirs is None:
        return None
    if len(frames) == len(theirs) + 1 and frames[2:] == theirs[1:]:
        return "ends"
    if frames[1:2] == ["_start"] and EXIT in frames and EXIT in theirs:
        return "exit" if frames[frames.index(EXIT):] == theirs[theirs.index(EXIT):] else None
    differ = [(a, b) for a, b in zip(frames, theirs) if a != b]
    if len(frames) != len(theirs):
        is_exec = any("execve" in frame for frame in frames)
        return "exec" if is_exec and frames[-1] == theirs[-1] else None
    named = [(a, b) for a, b in differ if not (a == "[[vdso]]" and b.startswith("__vdso_"))]
    if all(a == "@plt" or b.endswith("@plt") for a, b in named):
        return "plt" if len(named) == len(differ) else "vdso"
    if any("execve" in frame for frame in frames) and frames[2:] == theirs[2:]:
        return "exec"
    if all("::" in a and "::" in b for a, b in differ):
        return "symbols"
    return None


def explain(mine, theirs):
    """How many stacks differ for which reason; those without, the most similar one of each, and by how much."""
    more, less = without(mine, theirs)
    reasons = collections.Counter()
    for name, form in FORMS:
        before = len(more)
        more, less = without(in_form(more, form), in_form(less, form))
        if before > len(more):
            reasons[name] += before - len(more)
    odd, others = [], list(less)
    for stack in more:
        frames, like = stack.split(";"), pair(stack, others)
        why = reason(frames, like)
        if why:
            reasons[why] += 1
        else:
            odd.append((stack, ";".join(like) if like else "nothing", more[stack]))
    return reasons, odd


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n", maxsplit=2)[1])
    with tempfile.TemporaryDirectory() as folder:
        test = Test(os.path.abspath(sys.argv[1]), folder)
        try:
            recorded.check_perf(folder)
        except recorded.Unable as why:
            print(f"skipped: {why}")
            sys.exit(77)
        steps = {
            "frame pointers": test.recording(["-F", "4999", "-g"]),
            "all processors": test.everywhere,
            "two events": test.recording(["-F", "999", "-g", "-e", "page-faults"], selects=(
                (), ["--event-filter", "cpu-clock"], ["--event-filter", "page-faults"],
                ["--event-filter", "cpu-clock", "--time", "+0.2,+0.6"],
                ["--event-filter", "cpu-clock", "--tid"], ["--event-filter", "cpu-clock", "--simplify", "templates"])),
            "no call chains": test.recording(["-F", "999"]),
            "compressed": test.recording(["-F", "999", "-g", "-z"]),
            "several files": test.recording(["-F", "999", "-g", "--threads"]),
            "tracepoint": test.recording(["-g", "-e", "sched:sched_switch"]),
            "pipe": test.pipe,
            "names written late": test.late,
            "code compiled at run time": test.jitted,
            "killed": test.killed,
            "dwarf, C++": test.recording(["-F", "999", "--call-graph", "dwarf"], "dwarf"),
            "dwarf, small copies": test.recording(["-F", "999", "--call-graph", "dwarf,1024"], "dwarf"),
            "dwarf, Rust": test.recording(["-F", "999", "--call-graph", "dwarf"], "rust"),
        }
        for name, make in steps.items():
            test.step(name, make)
    for line in test.done + ["skipped: " + line for line in test.skipped] + ["FAILED " + line for line in test.failures]:
        print(line)
    sys.exit(1 if test.failures or not test.done else 0)


if __name__ == "__main__":
    main()
