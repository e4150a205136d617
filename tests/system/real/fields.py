#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: real.perf-fields long real TIMEOUT 2400 RUN @bin@
"""
fields.py [--single] BIN - every list of fields that perf script prints here gives the stacks of the recording.

Three recordings are made: with frame pointers; with registers, a monotonic clock, data addresses and CPUs; with copies
of stacks. Without call chains, they are recorded again. Of each, collapse-perf's output is the same, without a message,
for every `-F +FIELD` and, of those that change the text, `+FIELD,+FIELD` (--single: no pairs) as for perf script alone; and
as for the recording itself, but for what perfdata.py knows to differ. Lists without comm, thread, event, period, time, module change what
they leave out and nothing else. Processes have any name. Skipped (77), with the reason, where the machine cannot record.
"""

import collections
import itertools
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import perfdata  # noqa: E402
import recorded  # noqa: E402  (perfdata knows where it is)

# what perf of any version may print, beside what the help of perf here lists
FIELDS = ["comm", "tid", "pid", "time", "cpu", "event", "trace", "ip", "sym", "dso", "addr", "symoff", "srcline", "period",
          "iregs", "uregs", "brstack", "brstacksym", "flags", "data_src", "weight", "bpf-output", "brstackinsn",
          "brstackinsnlen", "brstackoff", "brcntr", "callindent", "insn", "insnlen", "disasm", "synth", "phys_addr",
          "metric", "misc", "srccode", "ipc", "tod", "data_page_size", "code_page_size", "ins_lat", "retire_lat",
          "machine_pid", "vcpu", "cgroup"]
REGISTERS = ["--user-regs=ip,sp,bp,ax", "--intr-regs=ip,sp", "-k", "mono", "-d", "--sample-cpu"]
RECORDINGS = {
    "frame pointers": ["-F", "499", "-g"],
    "registers": ["-F", "499", "-g", *REGISTERS],
    "dwarf": ["-F", "199", "--call-graph", "dwarf,4096"],
    "pages": ["-F", "499", "-g", "-d", "--phys-data", "--data-page-size", "--code-page-size"],
    "no call chains": ["-F", "499"],
    "registers, no call chains": ["-F", "499", *REGISTERS],
}
PAIRS = ["frame pointers", "registers"]  # the text of a field does not depend on how stacks were unwound
# each names what a list leaves out; the rest stays
LESS = {
    "comm": ["-comm", "-comm,-tid", "-comm,-tid,-time", "ip,sym,symoff,dso"],
    "thread": ["-tid", "-tid,-time"],
    "time": ["-time", "-time,+pid"],
    "event": ["-event", "-event,-time"],
    "period": ["-period", "-period,-event", "-period,-time", "comm,tid,ip,sym,symoff,dso", "comm,ip,sym,symoff,dso",
               "comm,event,ip,sym,symoff,dso", "comm,time,ip,sym,symoff,dso", "comm,time,event,ip,sym,symoff,dso",
               "comm,misc,ip,sym,symoff,dso", "comm,tid,misc,event,ip,sym,symoff,dso"],
}


# names that programs give themselves; perf script leaves blanks at their ends out where it aligns them
NAMES = ["#io 3", "#", "# x", "", "two  blanks", "7", "w 7", "x 12/13", "[000]", "y [003]", "a: b", "cycles:", ":-1", "a;b",
         "5.5:", "x 1.25: y", "K", "foo U", "VM:1 x", "(a)", "0x12", "->", "dead beef", "=>", "insn: 5", "N/A", "\u00e9"]
NAMED = r"""
#include <sys/prctl.h>
#include <time.h>
static volatile long sum;
__attribute__((noinline)) static void spin(void)
{
	for (clock_t end = clock() + CLOCKS_PER_SEC / 30; clock() < end;)
		for (long i = 0; i < 20000; i++)
			sum += i;
}
int main(int count, char **names)
{
	for (int i = 1; i < count; i++) {
		prctl(PR_SET_NAME, names[i]);
		spin();
	}
	return 0;
}
"""
NAMED_LISTS = ["", "+pid", "+misc", "+insn", "-time", "-event", "-cpu", "-time,-cpu", "-time,-event", "-cpu,-event"]


class Test:
    def __init__(self, bins, folder, pairs):
        self.bins, self.folder, self.pairs = bins, folder, pairs
        self.failures, self.done, self.skipped = [], [], []

    def script(self, recording, fields):
        """The text; None where perf refuses these fields."""
        done = subprocess.run(["perf", "script", "--no-inline", *(["-F", fields] if fields else []), "-i", recording],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120,
                              check=False)
        return done.stdout if done.returncode == 0 and done.stdout else None

    def collapse(self, text, *options):
        """Stacks and messages, but for those about what is no fault of the text."""
        done = subprocess.run([os.path.join(self.bins, "collapse-perf"), "--no-header", *options], input=text,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False)
        said = [line for line in done.stderr.decode("utf-8", "replace").splitlines()
                if not re.search(r"no call chains|source lines? \(--srcline", line)]
        if done.returncode:
            said.append(f"exit {done.returncode}")
        return perfdata.counts(done.stdout), said

    def check(self, what, wanted, got, said):
        if wanted == got and not said:
            return
        more, less = wanted - got, got - wanted
        self.failures.append(f"{what}: {said} {list(more.items())[:2]} BUT {list(less.items())[:2]}")

    def recording(self, name, options):
        path, program = os.path.join(self.folder, "perf.data"), recorded.build("fp", self.folder)
        recorded.record(path, options, [program, "2", "0.2"])
        plain = self.script(path, "")
        wanted, said = self.collapse(plain)
        self.check(f"{name}, perf script", wanted, wanted, said)
        with open(path, "rb") as file:
            mine, _ = self.collapse(file.read(), "--no-inline")
        odd = perfdata.explain(mine, wanted)[1]
        if odd or sum(mine.values()) != sum(wanted.values()):
            self.failures.append(f"{name}: the recording has {odd[:2]}, {sum(mine.values())} {sum(wanted.values())}")
        texts = {field: self.script(path, "+" + field) for field in FIELDS}
        fields = [field for field, text in texts.items() if text]
        more = {"+" + field: texts[field] for field in fields if texts[field] != plain}  # the rest says nothing here
        for some, text in more.items():
            self.check(f"{name}, {some}", wanted, *self.collapse(text))
        pairs = itertools.combinations(more, 2) if self.pairs and name in PAIRS else []
        for some in map(",".join, pairs):
            text = self.script(path, some)
            if text:
                self.check(f"{name}, {some}", wanted, *self.collapse(text))
        self.less(name, path, wanted)
        self.done.append(f"{name}: {len(wanted)} stacks; {len(fields)} fields: {' '.join(fields)}; changed by: {' '.join(more)}")

    def names(self, name, options):
        """Names of processes: those of the text are those of the recording."""
        source, program = os.path.join(self.folder, "named.c"), os.path.join(self.folder, "named")
        with open(source, "w", encoding="ascii") as file:
            file.write(NAMED)
        problem = recorded.run(["cc", "-O1", "-fno-omit-frame-pointer", "-o", program, source])
        if problem:
            raise recorded.Unable(f"cc: {problem}")
        path = os.path.join(self.folder, "named.data")
        recorded.record(path, ["-F", "499", "--sample-cpu", *options], [program, *NAMES])
        with open(path, "rb") as file:
            wanted = roots(self.collapse(file.read(), "--no-inline")[0])
        missing = [root for root in map(shown, NAMES) if root not in wanted]
        if missing:
            self.failures.append(f"{name}: no samples of {missing}")
        for some in NAMED_LISTS:
            self.check(f"{name}, {some}", wanted, *self.named(path, some))
        self.done.append(f"{name}: {len(wanted)} names; {len(NAMED_LISTS)} lists")

    def named(self, path, some):
        stacks, said = self.collapse(self.script(path, some))
        return roots(stacks), said

    def less(self, name, path, wanted):
        ones = self.collapse(re.sub(rb"(\.\d{6}:) +\d+ ", rb"\1 ", self.script(path, "")))[0]
        nameless = collections.Counter()
        for stack, count in ones.items():
            nameless[";".join(["[unknown]", *stack.split(";")[1:]])] += count
        named = collections.Counter()
        for stack, count in wanted.items():
            named[";".join(["[unknown]", *stack.split(";")[1:]])] += count
        for lists in LESS.values():
            for some in lists:
                text = self.script(path, some)
                if not text:
                    self.failures.append(f"{name}, {some}: perf script refuses it")
                    continue
                right = wanted
                if "-period" in some or not some.startswith("-"):
                    right = ones
                if "-comm" in some or some.startswith("ip"):
                    right = nameless if right is ones else named
                self.check(f"{name}, {some}", right, *self.collapse(text))


def shown(name):
    return name.replace(" ", "_").replace(";", ":") or "[unknown]"


def roots(stacks):
    result = collections.Counter()
    for stack, count in stacks.items():
        result[stack.split(";", maxsplit=1)[0]] += count
    return result


def main():
    arguments = sys.argv[1:]
    pairs = "--single" not in arguments
    if len(arguments) != 2 - pairs:
        sys.exit(__doc__.split("\n", maxsplit=2)[1])
    with tempfile.TemporaryDirectory() as folder:
        test = Test(os.path.abspath(arguments[-1]), folder, pairs)
        try:
            recorded.check_perf(folder)
        except recorded.Unable as why:
            print(f"skipped: {why}")
            sys.exit(77)
        steps = [(test.recording, name, options) for name, options in RECORDINGS.items()]
        steps += [(test.names, "names", ["-g"]), (test.names, "names, no call chains", [])]
        for step, name, options in steps:
            try:
                step(name, options)
            except recorded.Unable as why:
                test.skipped.append(f"{name}: {why}")
    for line in test.done + ["skipped: " + line for line in test.skipped] + ["FAILED " + line for line in test.failures]:
        print(line)
    sys.exit(1 if test.failures or not test.done else 0)


main()
