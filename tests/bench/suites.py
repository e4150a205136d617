# SPDX-License-Identifier: MIT
"""suites.py - what bench.py measures: one row a suite, in SUITES at the end."""
import os
import re
import shutil
import subprocess
from collections import namedtuple
from functools import lru_cache

M = 10**6
PROJECT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
MANY = 120000  # distinct lines, and stacks, of the kind "many"


class Input(namedtuple("Input", "kind bytes more", defaults=(0, ()))):
    """What gen makes; bytes 0: as many as the kind has. Or "file": what --file says, or "text":
    more[0], or "recorded": what perf records of the arguments `more` (recorded.py), or "jfr": a
    recording of Java Flight Recorder, or "sorted": stacks, no two the same, in their order, or
    "repeat": the file more[0], whole, again and again, or
    "hostile": what hostile.py makes of the arguments `more`."""

    def smaller(self, size):
        """The same with fewer bytes; lines that are seen once stay as rare as they were."""
        if self.kind in ("file", "text", "hostile", "recorded") or 0 < self.bytes <= size:
            return self
        more = self.more
        if self.kind == "many":
            distinct = str(MANY * size // self.bytes)
            more += ("--lines", distinct, "--stacks", distinct)
        return self._replace(bytes=size, more=more)


class Row:
    """One command. A list is run as it is, a string by the shell; {in} are the input files,
    {in0} is the first of them (in strings), {bin} the folder of the programs. tool: ours, that others may stand beside."""

    def __init__(self, label, command, tool=None, check=None, exits=(0,), countable=True):
        self.label, self.command, self.tool, self.check = label, command, tool, check
        self.exits = exits
        self.piped = isinstance(command, str)
        self.alone = tool is None
        self.countable = countable and tool is not None and not self.piped

    def needs(self, folder):
        """Is the program there?"""
        return not self.command[0].startswith("{bin}") or os.path.exists(
            self.command[0].replace("{bin}", folder))


class Case(namedtuple("Case", "label inputs rows times most", defaults=(1, None))):
    """Commands that run in turn on the same input, the first is what the others are compared
    with. `times` as many rounds as usual, at most `most`."""

    def rounds(self, usual):
        return min(usual * self.times, self.most or usual * self.times)


Suite = namedtuple("Suite", "name help columns cases")

# ---- What good output is: a complaint, or None ----------------------------------------------


def is_folded(out, paths):
    with open(out, "rb") as text:
        for line in text:
            if line.startswith(b"# flambeau: "):
                continue
            if not re.search(rb"[^ ] [0-9.]+$", line.rstrip(b"\n")[-40:]):
                return "a line of the output has no count: " + repr(line[:60])
    return None if os.path.getsize(out) or not paths else "the output is empty"


@lru_cache(maxsize=None)
def sum_of_periods(path):
    script = "grep ' cpu-clock: $' \"$1\" | awk '{ s += $(NF - 1) } END { printf \"%.0f\", s }'"
    return int(subprocess.run(["sh", "-c", script, "sh", path], stdout=subprocess.PIPE,
                              check=True).stdout)


def counts_samples(out, paths):
    """Every sample of the generated text is counted, with its period."""
    with open(out, "rb") as text:
        total = sum(int(line.rsplit(b" ", 1)[1]) for line in text if not line.startswith(b"# "))
    wanted = sum_of_periods(paths[0])
    return None if total == wanted else f"{total} in the output, {wanted} in the input"


def is_svg(out, _):
    size = os.path.getsize(out)
    with open(out, "rb") as text:
        head = text.read(2000)
        text.seek(max(0, size - 100))
        tail = text.read()
    return None if b"<svg" in head and tail.rstrip().endswith(b"</svg>") else "not a picture"


def is_page(out, _):
    with open(out, "rb") as text:
        head = text.read(200)
    return None if b"<html" in head else "not a page"


def is_two_columns(out, _):
    with open(out, "rb") as text:
        for line in text:
            if not re.search(rb"[^ ] \d+ \d+$", line.rstrip(b"\n")[-60:]):
                return "a line of the output has not two counts: " + repr(line[:60])
    return None


# ---- Cases ----------------------------------------------------------------------------------

WC = Row("wc -l", ["wc", "-l", "{in}"])
CAT_WC = Row("cat | wc -l", "cat {in} | wc -l")
CAT = Row("cat", ["cat", "{in}"])
TRUE = Row("/bin/true", ["/bin/true"])


def ours(tool, *words, label=None, alone=False, **more):
    """A program of ours and its options, input at the end; alone: without others beside it."""
    row = Row(label or " ".join((tool,) + words), ["{bin}/" + tool, "-q", *words, "{in}"], tool,
              **more)
    row.alone = alone
    return row


def perf(kind, check=counts_samples):
    def cases(options):
        if kind == "file" and not options.file:
            return []
        source = Input(kind, 0 if kind == "file" else options.size or 500 * M)
        return [
            Case(f"{kind}, file", (source,),
                 (WC, ours("collapse-perf", "-j", "1", check=check))),
            Case(f"{kind}, pipe", (source,),
                 (CAT_WC, Row("cat | collapse-perf -j 1",
                              "cat {in} | {bin}/collapse-perf -q -j 1", "collapse-perf", check))),
        ]
    return cases


# The best that two threads could do on this machine right now: half of that.
AT_ONCE = Row("two of collapse-perf -j 1 at once",
              "{bin}/collapse-perf -q -j 1 {in} >/dev/null & "
              "{bin}/collapse-perf -q -j 1 {in} >/dev/null; wait")


def threads(options):
    cases = []
    for kind in ("few", "many"):
        one = ours("collapse-perf", "-j", "1", check=counts_samples)
        two = ours("collapse-perf", "-j", "2", check=counts_samples, alone=True,
                   countable=False)
        cases.append(Case(kind, (Input(kind, options.size or 500 * M),), (one, two, AT_ONCE, WC)))
    return cases


def memory(options):
    sizes = [options.size or 500 * M]
    if not options.quick:
        sizes.append(10 * sizes[0])
    return [Case(kind, (Input(kind, size),),
                 (ours("collapse-perf", "-j", "1"), ours("collapse-perf", "-j", "2")), most=1)
            for kind in ("few", "many") for size in sizes] + [
        Case("perf-unique", (Input("perf-unique", sizes[0]),),
             (ours("collapse-perf", "-j", "1"), ours("collapse-perf", "-j", "2")), most=1)]


def labels(options):
    """What time, processor and thread in front of each stack cost."""
    kinds = ("file",) if options.file else ("few", "many")
    return [Case(kind, (Input(kind, 0 if kind == "file" else options.size or 500 * M),),
                 (ours("collapse-perf", check=is_folded),
                  ours("collapse-perf", "--labels=time=20ms,cpu,tid", check=is_folded)))
            for kind in kinds]


def dtrace(options):
    return [Case(kind, (Input(kind, options.size or 300 * M),),
                 (WC, ours("collapse-dtrace", "-j", "1", check=is_folded)))
            for kind in ("dtrace", "dtrace-few")]


def long_names(options):
    return [Case(kind, (Input(kind, options.size or 100 * M),),
                 (WC, ours("collapse-perf", "-j", "1", check=counts_samples)))
            for kind in ("perf-cxx", "perf-java", "perf-dwarf")]


def flamegraph(options):
    return [Case("unique", (Input("unique", options.size or 0),),
                 (WC, ours("flamegraph", "-j", "1", check=is_svg),
                  ours("flamegraph", check=is_svg, alone=True, countable=False)))]


def page(options):
    """The page beside the picture: without labels, and of what --file has, with labels."""
    cases = [Case("unlabelled", (Input("unique", options.size or 0),),
                  (ours("flamegraph", check=is_svg, alone=True, countable=False),
                   ours("flamegraph", "--html", check=is_page, alone=True, countable=False)))]
    if options.file:
        labelled = "{bin}/collapse-perf -q --labels=time=20ms,cpu,tid {in} | {bin}/flamegraph"
        cases.append(Case("labelled", (Input("file"),),
                          (Row("collapse-perf --labels=time=20ms,cpu,tid | flamegraph", labelled,
                               check=is_svg),
                           Row("... | flamegraph --html", labelled + " --html", check=is_page))))
    return cases


def repeated(options):
    """Few stacks, many lines. The files of difffolded are halves, so each program reads as much."""
    size = options.size or 200 * M
    half = Input("repeated", size // 2)
    return [Case("repeated, flamegraph", (Input("repeated", size),),
                 (WC, ours("flamegraph", "-j", "1", check=is_svg),
                  ours("flamegraph", check=is_svg, alone=True, countable=False))),
            Case("repeated, difffolded", (half, half._replace(more=("--seed", "2"))),
                 (WC, ours("difffolded", "-j", "1", check=is_two_columns),
                  ours("difffolded", check=is_two_columns, alone=True, countable=False)))]


HOSTILE = {  # family of hostile.py: commands that read it
    "names": (("flamegraph",), ("flamegraph", "--flamechart"), ("flamegraph", "--reverse"),
              ("flamegraph", "--text"), ("difffolded",), ("diffreport",),
              ("collapse-filter",), ("collapse-recursive",), ("export-top",), ("export-pprof",),
              ("export-speedscope",)),
    "chain": (("flamegraph",), ("difffolded",), ("collapse-filter",), ("export-top",)),
    "dtrace": (("collapse-dtrace",),),
    "perf": (("collapse-perf",), ("collapse-guess",)),
}


def hostile(options):
    """Names that collide in tables without a key, beside as many that do not."""
    more = ("2000",) if options.quick else ()
    cases = []
    for family, commands in HOSTILE.items():
        good, bad = (Input("hostile", 0, (family, kind) + more) for kind in ("good", "bad"))
        for tool, *words in commands:
            if not os.path.exists(os.path.join(options.bin, tool)):
                continue
            both = "diff" in tool
            first, second = ("{in0} {in0}", "{in1} {in1}") if both else ("{in0}", "{in1}")
            line = " ".join(("{bin}/" + tool, "-q", *words))
            cases.append(Case(" ".join((family, tool, *words)), (good, bad),
                              (Row("good", f"{line} {first}"),
                               Row("bad", f"{line} {second}", tool))))
    return cases


def small(_):
    return [Case("small", (Input("small"),),
                 (TRUE, ours("flamegraph", check=is_svg)), times=10)]


def difffolded(options):
    size = options.size or 0
    return [Case("two files, no stack in both",
                 (Input("unique", size), Input("unique", size, ("--seed", "2"))),
                 (WC, ours("difffolded", check=is_two_columns))),
            Case("two sorted files",
                 (Input("sorted", size), Input("sorted", size, ("--seed", "2"))),
                 (WC, ours("difffolded", check=is_two_columns)))]


TINY = {  # program: input
    "collapse-perf": "a 1 [000] 1.000000: 1 cpu-clock: \n\t1 main+0x1 (/bin/a)\n\n",
    "collapse-dtrace": "\n              a`main+0x1\n                1\n\n",
    "collapse-guess": "a 1 [000] 1.000000: 1 cpu-clock: \n\t1 main+0x1 (/bin/a)\n\n",
    "collapse-filter": "a;b 1\n",
    "flamegraph": "a;b 1\n",
    "difffolded": "a;b 1\n",
    "diffreport": "a;b 1\n",
}


def startup(_):
    cases = []
    for tool, text in TINY.items():
        version = Row(f"{tool} --version", ["{bin}/" + tool, "--version"], countable=False)
        run = ours(tool, label=f"{tool}, tiny input", countable=False)
        tiny = Input("text", 0, (text,))
        inputs = (tiny, tiny) if tool.startswith("diff") else (tiny,)
        cases.append(Case(tool, inputs, (TRUE, version, run), times=20))
    return cases


GROWTH = (  # the generator, the reader, the factor of the base: 4 GB or 1
    ("few", "collapse-perf", 40), ("many", "collapse-perf", 40),
    ("perf-unique", "collapse-perf", 10), ("dtrace", "collapse-dtrace", 10),
    ("unique", "flamegraph", 40),
)


def growth(options):
    base = options.size or 100 * M
    times = (1, 2) if options.quick else (1, 2, 5, 10, 20, 40)
    return [Case(kind, (Input(kind, base * n),),
                 (WC, ours(tool, "-j", "1", countable=False)), most=3)
            for kind, tool, largest in GROWTH for n in times if n <= largest]


FLEET_FILES = 20  # distinct ones


def fleet(options):
    """Sorted files merged as they are read: 20 files by 200 names, up to 10 GB in all; small ones."""
    whole = options.size or 10000 * M
    merge = ["{bin}/collapse-filter", "-q", "--merge", "--sorted"]
    piped = Row("--merge --sorted", [*merge, "{in}"], "collapse-filter", is_folded, countable=False)
    cases = []
    for share in (10, 2, 1):
        size = max(whole // 200 // share, 20000)
        files = tuple(Input("sorted", size, ("--seed", str(1 + i % FLEET_FILES))) for i in range(200))
        cases.append(Case(f"200 names of {FLEET_FILES} files", files, (CAT, piped), most=3))
    few = files[:4]
    cases.append(Case("four files, beside adding up profiles", few, (
        CAT, piped, ours("collapse-filter", "--merge", "-j", "1", check=is_folded)), most=3))
    return cases


TRAPS = {  # what gen calls it, in each of the formats: how large in a --quick run
    "trap-depth": 2000, "trap-line": 10**6, "trap-names": 10**4, "trap-one-frame": 10**4,
    "trap-threads": 10**4,
}
TRAPPED = {"perf": "collapse-perf", "dtrace": "collapse-dtrace", "folded": "flamegraph"}


def traps(options):
    cases = []
    for prefix, tool in TRAPPED.items():
        for trap, quick in TRAPS.items():
            if prefix == "dtrace" and trap not in ("trap-depth", "trap-line"):
                continue
            more = ("--size", str(quick)) if options.quick else ()
            cases.append(Case(f"{prefix}-{trap}", (Input(f"{prefix}-{trap}", 0, more),),
                              (WC, ours(tool, exits=(0, 1), countable=False)), most=1))
    return cases


def formats(options):
    """Each format's largest fixture, whole, again and again in one file: every format reads several
    documents one behind the other, those of JSON and XML too; only those of pprof, cores and Tachyon are a file each."""
    with open(os.path.join(PROJECT, "collapse/formats.def"), encoding="ascii") as rows:
        names = re.findall(r"^COLLAPSE_FORMAT\((\w+)", rows.read(), re.M)
    cases = []
    for name in (name.replace("_", "-") for name in names if name not in ("pprof", "core", "tachyon", "pstats")):
        folder = os.path.join(PROJECT, "fixtures", name)
        fixture = max((os.path.join(folder, file) for file in sorted(os.listdir(folder))),
                      key=os.path.getsize)
        tool = "collapse-" + name
        if os.path.exists(os.path.join(options.bin, tool)):
            cases.append(Case(f"{name}, {os.path.basename(fixture)}",
                              (Input("repeat", options.size or 100 * M, (fixture,)),),
                              (WC, ours(tool, "-j", "1", check=is_folded)), most=3))
    return cases


def java(options):
    """Recordings: chunks full of samples, a real one multiplied; the JDK's own program on little of that."""
    size, fixture = options.size or 400 * M, os.path.join(PROJECT, "fixtures/jfr/shop-17.jfr")
    samples, real = Input("jfr", size), Input("repeat", size, (fixture,))
    one = ours("collapse-jfr", "-j", "1", check=is_folded)
    cases = [Case("samples", (samples,), (
                 one, ours("collapse-jfr", "-j", "2", check=is_folded, alone=True),
                 ours("collapse-jfr", "-j", "1", "--thread-names", "--lines", check=is_folded),
                 Row("cat | collapse-jfr -j 1", "cat {in} | {bin}/collapse-jfr -q -j 1", "collapse-jfr", is_folded))),
             Case("a real one, again and again", (real,), (
                 one, ours("collapse-jfr", "-j", "1", "--event", "alloc", "--classes", check=is_folded)))]
    if shutil.which("jfr"):
        few = Input("jfr", min(size, 12 * M))
        text = "jfr print --stack-depth 64 --events jdk.ExecutionSample {in} | {bin}/collapse-jfr -q"
        cases.append(Case("beside jfr print", (few,), (one, Row("jfr print | collapse-jfr", text)), most=1))
    return cases


TIMES = ("seconds", "least", "speed", "ratio", "cpu", "cpu_ratio", "peak")
CPU_TIMES = ("cpu", "cpu_speed", "cpu_ratio", "peak")
CAT = Row("cat", ["cat", "{in}"])
BARE = ("--no-inline", "--no-header")


def perf_script(*words):
    """By the text of perf script; all processes are counted."""
    return Row(" ".join(("perf script", *words, "| collapse-perf")), " ".join(
        ("perf script", *words, "-i {in} 2>/dev/null | {bin}/collapse-perf -q -j 1")))


def recordings_by(*words, **more):
    return ours("collapse-perf", *words, check=is_folded, countable=False, **more)


def recorded(options, kind, seconds, frequency, perf_options, *rows):
    """What perf records of tests/system/recordings/busy.cpp; perf_options are one word."""
    more = (kind, "999", "0.3") if options.quick else (kind, frequency, seconds)
    at_once = Row("two of -j 1 at once", " & ".join(
        ["{bin}/collapse-perf -q --no-inline -j 1 {in} >/dev/null"] * 2) + "; wait")
    return Case(kind, (Input("recorded", 0, (*more, perf_options)),), (
        CAT, recordings_by(*BARE, "-j", "1"), recordings_by(*BARE, "-j", "2"), at_once,
        recordings_by("--no-header", "-j", "1"), perf_script("--no-inline"), *rows))


def perfdata(options):
    text = Row("collapse-perf of perf script's text", "{bin}/collapse-perf -q -j 1 {in}.text")
    size = ("--size", "10k") if options.quick else ()
    stream = Row("cat | collapse-perf", "cat {in} | {bin}/collapse-perf -q --no-header -j 1",
                 "collapse-perf", is_folded)
    return [recorded(options, "fp", "26", "30000", "-g", perf_script(), text),
            recorded(options, "dwarf", "6", "2000", "--call-graph dwarf,16384"),
            Case("stream", (Input("recording-stream", options.size or 2000 * M),),
                 (CAT_WC, stream), most=3)] + [
        Case(kind, (Input(kind, 0, size),), (CAT, recordings_by(*BARE, "-j", "1")), most=1)
        for kind in ("recording-maps", "recording-maps-alone")]


SHORT_TIMES = ("median_ms", "least_ms", "ratio", "peak")

SUITES = (
    Suite("perf-few", "perf text of few distinct lines, one thread", TIMES, perf("few")),
    Suite("perf-many", "perf text of many distinct lines, one thread", TIMES, perf("many")),
    Suite("perf-real", "a recording of yours (--file), one thread", TIMES, perf("file", is_folded)),
    Suite("perf-long", "perf text of long names and of deep stacks, one thread", TIMES, long_names),
    Suite("threads", "perf text on two threads beside one", TIMES, threads),
    Suite("perfdata", "recordings of perf, beside perf script and cat", TIMES, perfdata),
    Suite("memory", "the peak of memory beside 64 MiB and 1.5 times the output",
          ("seconds", "output", "peak", "limit"), memory),
    Suite("labels", "time, processor and thread of each sample, beside stacks alone (--file, too)",
          TIMES, labels),
    Suite("dtrace", "dtrace text, one thread", TIMES, dtrace),
    Suite("jfr", "recordings of Java Flight Recorder", TIMES, java),
    Suite("formats", "every format of formats.def, one thread", CPU_TIMES, formats),
    Suite("flamegraph", "a picture of 1,000,000 stacks", TIMES, flamegraph),
    Suite("page", "the page beside the picture (--file, too)", TIMES + ("output",), page),
    Suite("repeated", "3,687 stacks in 200 MB, drawn and compared", TIMES, repeated),
    Suite("hostile", "names that collide in hash tables without a key", TIMES, hostile),
    Suite("small", "a picture of a usual recording, beside /bin/true", SHORT_TIMES, small),
    Suite("difffolded", "two times 1,000,000 stacks", TIMES, difffolded),
    Suite("startup", "starting, and tiny input, beside /bin/true",
          SHORT_TIMES + ("binary",), startup),
    Suite("growth", "time for each byte as the input grows",
          ("seconds", "cpu", "each", "ratio", "peak"), growth),
    Suite("fleet", "sorted files merged in constant memory, from 1 to 10 GB", TIMES, fleet),
    Suite("traps", "input that breaks programs", ("seconds", "speed", "ratio", "peak", "output"),
          traps),
)
