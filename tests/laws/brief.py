#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.brief short law sanitize RUN @bin@ 2
# ctest: law.brief-long long law TIMEOUT 3000 RUN @bin@ 20
"""brief.py BIN [N] - what export-top --format brief says of profiles whose cause is known.

N random profiles of each cause: the first sentence is about it. N of each honest kind: nothing is
found. Whatever names hold, the Markdown and the JSON are harmless and the JSON has at most 4 KiB;
they are the same for any number of threads and any order of lines; the page has the same sentences.
"""
import base64
import gzip
import json
import os
import random
import re
import subprocess
import sys
import tempfile

BIN = os.path.abspath(sys.argv[1])
N = int(sys.argv[2]) if len(sys.argv) > 2 else 2
LEAVES = ["parse", "lookup", "encode", "checksum", "render", "sort_rows", "merge", "tokenize",
          "compress", "route", "escape", "validate"]
CALLERS = ["main;serve;handle", "main;serve;reply", "main;batch"]
PERIOD = 1002004  # ns: 998 Hz


def choose(rng, weights):
    return rng.choices(list(weights), list(weights.values()))[0]


def usual(rng):
    """A program whose time is spread over its functions; no two are twice another."""
    leaves = rng.sample(LEAVES, rng.randrange(7, len(LEAVES) + 1))
    return {rng.choice(CALLERS) + ";" + leaf: rng.uniform(0.7, 1.3) for leaf in leaves}


def with_part(rng, share, *stacks):
    """The usual program with `share` of its time in these stacks."""
    program = usual(rng)
    whole = sum(program.values())
    for stack in stacks:
        program[stack] = whole * share / (1 - share) / len(stacks)
    return program


def sampled(rng, program, count):
    return [((), choose(rng, program)) for _ in range(count)]


class Profile:
    """Samples as folded text with a header."""

    def __init__(self, rng, samples, event="cpu-clock", unit="ns", **header):
        self.event, self.unit = event, unit
        self.header = {"frequency": 998, **header}
        self.samples = samples
        self.rng = rng

    def text(self):
        counts = {}
        for labels, stack in self.samples:
            line = "".join("@%s=%s;" % pair for pair in labels) + "demo;" + stack
            counts[line] = counts.get(line, 0) + (PERIOD if self.unit == "ns" else 1)
        head = {"event": self.event, "unit": self.unit, "samples": len(self.samples), **self.header}
        lines = ["%s %d" % pair for pair in counts.items()]
        self.rng.shuffle(lines)
        return "".join("# flambeau: %s=%s\n" % pair for pair in head.items()) + "\n".join(lines) + "\n"


def label(samples, **labels):
    return [(tuple(sorted(labels.items(), key=lambda pair: (pair[0] != "time", pair[0]))), stack)
            for _, stack in samples]


def at_times(rng, seconds, program_at, rate=200, threads=1):
    """Samples at moments, of the program of each moment; 20 ms bins."""
    samples = []
    for i in range(int(seconds * 50)):
        time = i / 50
        program, busy = program_at(time)
        for thread in range(threads):
            for _ in range(int(rate / 50 * busy + rng.random())):
                samples.append(((("time", "%06.2f" % time), ("comm", "demo"), ("pid", "70"),
                                 ("tid", str(70 + thread))), choose(rng, program)))
    return samples


# ---- Causes: (profile, words of the first sentence) ----


def hot(rng):
    return Profile(rng, sampled(rng, with_part(rng, rng.uniform(0.42, 0.9), "main;serve;hash"),
                                rng.randrange(300, 3000))), ["hash"], "hot"


def hot_many_callers(rng):
    stacks = ["main;serve;%s;hash" % name for name in "abcdefgh"]
    return Profile(rng, sampled(rng, with_part(rng, 0.5, *stacks), 1000), unit="samples"), ["hash"], "hot"


def two(rng):
    return Profile(rng, sampled(rng, with_part(rng, 0.64, "main;hash", "main;index"), 2000)), \
        ["hash", "index"], None


def spike(rng):
    program, slow = usual(rng), rng.uniform(1.5, 5.5)
    long = rng.uniform(0.3, 0.9)
    inside = dict(program, **{"main;serve;tick;compact_heap": sum(program.values()) *
                              rng.uniform(1, 20)})
    return Profile(rng, at_times(rng, 8, lambda t: (inside if slow <= t < slow + long else program, 1),
                                 threads=rng.choice([1, 1, 3]))), ["tick", "compact_heap"], "spike"


def spike_of_callers(rng):
    """Only who calls is new: the leaves are those of all the time."""
    program, slow = usual(rng), rng.uniform(1.5, 5.5)
    inside = {"main;reload_config;" + stack.split(";")[-1]: part for stack, part in program.items()}
    return Profile(rng, at_times(rng, 8, lambda t: (inside if slow <= t < slow + 0.7 else program, 1))), \
        ["reload_config"], "spike"


def burst(rng):
    program, slow = usual(rng), rng.uniform(1.5, 5.5)
    return Profile(rng, at_times(rng, 8, lambda t: (program, 1 if slow <= t < slow + 0.8 else 0.2),
                                 rate=400)), ["times as much"], "spike"


def busy_thread(rng):
    program, samples = usual(rng), []
    for thread in range(5):
        count = 1500 if thread == 3 else rng.randrange(20, 120)
        samples += label(sampled(rng, program, count), pid="70", tid=str(70 + thread),
                         comm="cruncher" if thread == 3 else "idle%d" % thread)
    return Profile(rng, samples), ["cruncher", "73"], "busy"


def busy_jvm(rng):
    program, samples = usual(rng), []
    for thread in range(8):
        samples += label(sampled(rng, program, 900 if thread == 0 else 30), thread="pool-%d" % thread)
    return Profile(rng, samples, unit="samples", event="ExecutionSample"), ["pool-0"], "busy"


def lock(rng):
    way = rng.choice(["pthread_mutex_lock;__lll_lock_wait", "pthread_rwlock_wrlock",
                      "std::mutex::lock;pthread_mutex_lock@@GLIBC_2.2.5",
                      "sync.(*Mutex).lockSlow;runtime.procyield",
                      "parking_lot::raw_mutex::RawMutex::lock_slow",
                      "ObjectMonitor::enter;ObjectMonitor::TrySpin",
                      "do_syscall_64_[k];futex_wait_[k];native_queued_spin_lock_slowpath_[k]"])
    return Profile(rng, sampled(rng, with_part(rng, 0.4, "main;serve;update_table;" + way), 1500)), \
        ["lock", "update_table"], "lock"


def lock_waits(rng):
    waits = {"main;serve;update_table;pthread_mutex_lock;__lll_lock_wait;futex_wait_[k];schedule_[k]": 6,
             "main;pool;pthread_cond_wait;futex_wait_[k];schedule_[k]": 3,
             "main;read_config;read;vfs_read_[k];schedule_[k]": 1}
    return Profile(rng, sampled(rng, waits, 800), event="offcpu-time"), \
        ["lock", "update_table"], "lock"


def disk(rng):
    waits = {"main;load_page;pread64;ext4_file_read_iter_[k];io_schedule_[k];schedule_[k]": 7,
             "main;pool;pthread_cond_wait;futex_wait_[k];schedule_[k]": 2,
             "main;nap;clock_nanosleep;do_nanosleep_[k];schedule_[k]": 1}
    return Profile(rng, sampled(rng, waits, 800), event="offcpu-time"), ["load_page"], "waits"


def sleep(rng):
    waits = {"main;retry;nanosleep;do_nanosleep_[k];schedule_[k]": 7,
             "main;pool;pthread_cond_wait;futex_wait_[k];schedule_[k]": 2}
    return Profile(rng, sampled(rng, waits, 800), event="offcpu-time"), ["retry", "sleep"], "waits"


def recursion(rng):
    program = {"main;" + ";".join(["walk"] * rng.randrange(13, 120)) + ";" + rng.choice(LEAVES): 1
               for _ in range(40)}
    program["main;parse"] = 10
    return Profile(rng, sampled(rng, program, 1000)), ["walk", "calls itself"], "recursion"


def cycle(rng):
    program = {"main;" + ";".join(["visit", "descend"] * rng.randrange(13, 60)) + ";touch": 1
               for _ in range(40)}
    return Profile(rng, sampled(rng, program, 1000)), ["visit"], "recursion"


def stripped(rng):
    names = ["main;serve;[libfoo.so <0x%x>]" % rng.randrange(1 << 20) for _ in range(30)]
    return Profile(rng, sampled(rng, with_part(rng, 0.6, *names), 1000)), ["libfoo.so", "strip"], "unnamed"


def jit(rng):
    return Profile(rng, sampled(rng, with_part(rng, 0.7, "main;[perf-77.map]"), 1000)), \
        ["without a name", "perf map"], "unnamed"


def lost(rng):
    return Profile(rng, sampled(rng, with_part(rng, 0.5, "main;hash"), 1000), lost=900), ["lost"], "lost"


def cut(rng):
    return Profile(rng, sampled(rng, with_part(rng, 0.3, "read;hash"), 1000), cut=800), ["cut"], "cut"


def garbage(rng):
    return Profile(rng, sampled(rng, with_part(
        rng, 0.35, "runtime.gcBgMarkWorker;runtime.gcDrain;runtime.scanobject",
        "runtime.gcBgMarkWorker;runtime.gcDrain;runtime.greyobject"), 1000)), ["garbage"], "garbage"


def allocation(rng):
    return Profile(rng, sampled(rng, with_part(
        rng, 0.45, "main;serve;build_list;malloc;_int_malloc", "main;serve;build_list;free;_int_free",
        "main;serve;build_list;operator new(unsigned long);malloc"), 1000)), \
        ["memory", "build_list"], "memory"


def exceptions(rng):
    return Profile(rng, sampled(rng, with_part(
        rng, 0.3, "main;serve;check;__cxa_throw;_Unwind_RaiseException",
        "main;serve;check;__cxa_throw;_Unwind_RaiseException;uw_frame_state_for"), 1000)), \
        ["exceptions", "check"], "exceptions"


def faults(rng):
    return Profile(rng, sampled(rng, with_part(
        rng, 0.4, *["main;serve;fill;asm_exc_page_fault_[k];handle_mm_fault_[k];f%d_[k]" % i
                    for i in range(9)]), 1000)), ["page faults", "fill"], "faults"


def kernel(rng):
    return Profile(rng, sampled(rng, with_part(
        rng, 0.6, *["main;serve;flush;write;do_syscall_64_[k];ksys_write_[k];f%d_[k]" % i
                    for i in range(9)]), 1000)), ["kernel", "write"], "kernel"


def idle(rng):
    return Profile(rng, sampled(rng, with_part(
        rng, 0.7, "cpu_startup_entry_[k];do_idle_[k];default_idle_[k]"), 1000)), ["idle"], "idle"


def slow_host(rng):
    program, samples = usual(rng), []
    for host in range(6):
        samples += label(sampled(rng, program, 1500 if host == 2 else 60), host="web%d" % host)
    return Profile(rng, samples), ["web2"], "value"


def frame_pointers(rng):
    program = {"[unknown];" + leaf: 1 for leaf in LEAVES}
    return Profile(rng, sampled(rng, program, 1000)), ["callers", "frame pointers"], "callers"


class Pair:
    """Two profiles side by side, as difffolded writes them."""

    def __init__(self, rng, before, after, unit="ns"):
        self.sides, self.unit, self.rng = (before, after), unit, rng

    def text(self):
        counts = {}
        for side, samples in enumerate(self.sides):
            for _, stack in samples:
                counts.setdefault(stack, [0, 0])[side] += PERIOD if self.unit == "ns" else 1
        lines = ["demo;%s %d %d" % (stack, *pair) for stack, pair in counts.items()]
        self.rng.shuffle(lines)
        head = "# flambeau: unit=ns\n# flambeau: frequency=998\n" if self.unit == "ns" else ""
        return head + "\n".join(lines) + "\n"


def changed(rng, before, after, words):
    program = usual(rng)
    mean = sum(program.values()) / len(program)
    sides = []
    for part in (before, after):
        stacks = dict(program)
        if part:
            stacks["main;serve;hash"] = part * mean
        sides.append(sampled(rng, stacks, int(300 * sum(stacks.values()) / mean)))
    return Pair(rng, *sides, unit=rng.choice(["ns", "samples"])), ["hash"] + words, "changed"


def regression(rng):
    return changed(rng, 1, rng.uniform(2, 5), ["more"])


def improvement(rng):
    return changed(rng, 4, 1, ["less"])


def new_function(rng):
    return changed(rng, 0, 2, ["new"])


def gone_function(rng):
    return changed(rng, 2, 0, ["gone"])


def noise(rng):
    program = usual(rng)
    return Pair(rng, *(sampled(rng, program, rng.randrange(800, 3000)) for _ in range(2)),
                unit=rng.choice(["ns", "samples"])), ["beyond chance"], "unchanged"


CAUSES = [hot, hot_many_callers, two, spike, spike_of_callers, burst, busy_thread, busy_jvm, lock, lock_waits,
          disk, sleep, recursion, cycle, stripped, jit, lost, cut, garbage, allocation, exceptions,
          faults, kernel, idle, slow_host, frame_pointers, regression, improvement, new_function, gone_function,
          noise]


# ---- Honest profiles ----


def flat(rng):
    return Profile(rng, sampled(rng, usual(rng), rng.randrange(200, 3000)))


def steady(rng):
    program = usual(rng)
    return Profile(rng, at_times(rng, 8, lambda t: (program, 1), threads=rng.randrange(1, 5)))


def phases(rng):
    """One after the other, each in functions of its own."""
    parts = [{"main;%s;%s" % (phase, leaf): rng.uniform(0.7, 1.3)
              for leaf in rng.sample(LEAVES, 5)} for phase in ("load", "link", "optimize", "write")]
    return Profile(rng, at_times(rng, 8, lambda t: (parts[int(t / 2)], 1)))


def balanced(rng):
    program, samples = usual(rng), []
    for thread in range(4):
        samples += label(sampled(rng, program, rng.randrange(500, 900)), pid="70", tid=str(70 + thread))
    return Profile(rng, samples)


def interpreter(rng):
    loop = "_PyEval_EvalFrameDefault;_PyFunction_Vectorcall;"
    program = {"main;" + loop * rng.randrange(5, 40) + leaf: rng.uniform(0.7, 1.3) for leaf in LEAVES}
    return Profile(rng, sampled(rng, program, 1500))


def unlike_load(rng):
    """More to do at times, again and again."""
    program = usual(rng)
    return Profile(rng, at_times(rng, 8, lambda t: (program, 1.2 if int(t * 2) % 2 else 0.8)))


HONEST = [flat, steady, phases, balanced, interpreter, unlike_load]


# ---- Programs ----


def run(tool, text, *options):
    done = subprocess.run([os.path.join(BIN, tool), *options], input=text, capture_output=True)
    if done.returncode != 0:
        sys.exit("FAILED: %s %s: %s" % (tool, " ".join(options), done.stderr.decode(errors="replace")))
    return done.stdout


def brief(profile, *options):
    text = profile if isinstance(profile, bytes) else profile.text().encode()
    out = run("export-top", text, "--format", "brief-json", *options)
    check(len(out) <= 4096, "JSON of %d bytes" % len(out))
    return json.loads(out)


def check(good, *facts):
    if not good:
        sys.exit("FAILED: " + " ".join(str(fact) for fact in facts))


def keep(profile, name):
    path = os.path.join(tempfile.gettempdir(), "brief-failed-%s.folded" % name)
    with open(path, "w") as file:
        file.write(profile.text())
    return path


def causes_are_named():
    missed = 0
    for cause in CAUSES:
        for seed in range(N):
            rng = random.Random("%s %d" % (cause.__name__, seed))
            profile, words, rule = cause(rng)
            found = brief(profile)
            first = found["sentences"][0] if found["sentences"] else {"text": "", "rule": ""}
            good = all(word in first["text"] for word in words) and rule in (None, first["rule"])
            if not good:
                missed += 1
                print("missed: %s, seed %d: %s (%s)" % (cause.__name__, seed, first["text"],
                                                       keep(profile, cause.__name__)))
    check(missed * 20 <= len(CAUSES) * N, "%d of %d causes missed" % (missed, len(CAUSES) * N))
    print("%d of %d causes named" % (len(CAUSES) * N - missed, len(CAUSES) * N))


def honest_profiles_have_none():
    wrong = 0
    for kind in HONEST:
        for seed in range(N):
            profile = kind(random.Random("%s %d" % (kind.__name__, seed)))
            found = brief(profile)
            if found["findings"] > 0:
                wrong += 1
                print("found in %s, seed %d: %s (%s)" % (
                    kind.__name__, seed, found["sentences"][0]["text"], keep(profile, kind.__name__)))
    check(wrong * 20 <= len(HONEST) * N, "findings in %d honest profiles" % wrong)
    check(N > 5 or wrong == 0, "findings in %d honest profiles" % wrong)
    print("%d honest profiles without a finding" % (len(HONEST) * N - wrong))


# ---- Hostile names ----

ODD = [b"`", b"``", b"\"", b"\\", b"'", b"$(reboot)", b"`id`", b"<script>", b"</script>", b"\xff", b"\0",
       b"\x1b[31m", b"\xe2\x80\xae", b"\xe2\x80\xa8", b"\t", b"\r", b"](http://x)", b"![", b"**", b"&lt;",
       b"\x01", b"\xf0\x9f\x98\x80", b"\" ignore all of this \"", b"a" * 300, b"^$.*+?()[]{}|", b"-", b"@x=y"]


def hostile_name(rng):
    name = b"".join(rng.choice(ODD) for _ in range(rng.randrange(1, 5))).replace(b"\n", b"")
    return name.replace(b";", b":") or b"x"


def hostile(rng):
    """A hot function, a lock, recursion, a thread: all with such names."""
    lines = [b"# flambeau: event=\"%s\"" % re.sub(rb'["\\\n\r\0]', b"", hostile_name(rng)),
             b"# flambeau: unit=" + rng.choice([b"ns", b"samples", b"bytes", b"\"%s\"" % re.sub(
                 rb'["\\\n\r\0]', b"", hostile_name(rng))])]
    names = [hostile_name(rng) for _ in range(6)]
    for name in names:
        lines.append(b"demo;main;%s %d" % (name, rng.randrange(1, 2000)))
        lines.append(b"demo;main;%s %d" % (b";".join([name] * 14), rng.randrange(1, 2000)))
        lines.append(b"demo;main;%s;pthread_mutex_lock %d" % (name, rng.randrange(1, 900)))
        lines.append(b"demo;main;[%s] %d" % (name, rng.randrange(1, 900)))
        lines.append(b"@comm=%s;@tid=7;demo;main;%s %d" % (name.replace(b" ", b"_"), name,
                                                        rng.randrange(1, 90000)))
        lines.append(b"@comm=c;@tid=8;demo;main;%s %d" % (name, rng.randrange(1, 900)))
    return b"\n".join(lines) + b"\n"


def quotes_hold(text):
    """The words of a sentence outside of its names, which are strings of JSON."""
    return re.sub(r'"(?:[^"\\]|\\["\\])*"', "", text)


OURS = re.compile(r"^[A-Za-z0-9 ,.;:()%>+/=_\-µ]*$")


def names_stay_in_their_quotes():
    for seed in range(10 * N):
        text = hostile(random.Random("hostile %d" % seed))
        found = brief(text)
        for sentence in found["sentences"]:
            check(OURS.match(quotes_hold(sentence["text"])), "a name leaves its quotes:", sentence["text"])
            check(all(c.isprintable() for c in sentence["text"] + sentence["more"]), sentence)
            words = subprocess.run(["sh", "-c", "set -f; f() { for w; do printf '%s\\n' \"$w\"; done; }; f " +
                                    sentence["more"].split(" | ")[0]], capture_output=True, cwd="/")
            check(words.returncode == 0 and words.stderr == b"", sentence["more"], words)
            check(re.match(r"^(collapse-filter|export-top|grep) ", sentence["more"]), sentence["more"])
        markdown = run("export-top", text, "--format", "brief").decode()
        outside = re.sub(r"(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)", "", "\n".join(
            line for line in markdown.split("\n") if not line.startswith("       ")))
        for line in outside.split("\n")[1:]:
            check(OURS.match(line), "a name leaves its code span:", line, markdown)


def page_brief(html):
    """The sentences in the data of a page, and those without scripting."""
    block = re.search(rb'id="data" data-encoding="(\w+)">([^<]*)<', html)
    data = base64.b64decode(block.group(2))
    data = gzip.decompress(data) if block.group(1) == b"gzip" else data
    head = json.loads(data[4:4 + int.from_bytes(data[:4], "little")])
    return head.get("brief", []), re.findall(r"<li>(.*?)</li>", html.decode())


def all_faces_agree():
    for cause in CAUSES + HONEST:
        rng = random.Random("faces " + cause.__name__)
        made = cause(rng)
        profile = made[0] if isinstance(made, tuple) else made
        lines = profile.text().encode()
        one = run("export-top", lines, "--format", "brief-json", "-j", "1")
        check(run("export-top", lines, "--format", "brief-json", "-j", "3") == one, "threads", cause)
        again = b"".join(sorted(lines.splitlines(True), key=lambda line: (line[:1] != b"#", line)))
        check(run("export-top", again, "--format", "brief-json") == one, "order of lines", cause)
        found = json.loads(one)
        texts = [re.sub(r"\\(.)", r"\1", sentence["text"]) for sentence in found["sentences"]]
        data, items = page_brief(run("flamegraph", lines, "--html", "-q"))
        shown = ["".join(part if i % 2 == 0 else '"%s"' % part for i, part in enumerate(row["text"]))
                 for row in data]
        check(shown == texts, "the page says", shown, "not", texts)
        check([re.sub(r"</?code>", '"', item).replace("&gt;", ">") for item in items] ==
              [text + "." for text in texts], items, texts)


causes_are_named()
honest_profiles_have_none()
names_stay_in_their_quotes()
all_faces_agree()
