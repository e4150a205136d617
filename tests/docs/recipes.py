#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""recipes.py [-v] [--table FILE] [--only TEXT] ROOT BIN - type the recipes of README.md and flambeau(7), as printed
and in their order, in a shell on a terminal, in an empty folder but for the programs that they record; then look into
what each command has written: functions of the program, the unit of the counts, [unknown] in at most 5 % of the
program's own samples. What a file must show is a row of EXPECTED; a file without a row is an error, so that a new
recipe needs one. FILE gets the table: recipe, what was looked for, result.

A command whose program is not here, or needs BPF or tracepoints that are not, is played by a fixture (stand-ins.txt);
the table lists these. recipes.sh makes a fresh machine and runs this there. Root, perf and compilers are needed."""

import argparse
import base64
import gzip
import html
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import threading
import urllib.request
import xml.etree.ElementTree as tree
import zlib

from examples import STAND_IN, blocks_of_page, read_rows

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.join(HERE, "recipes")
UNKNOWN = 0.05  # of the program's own samples
FLAGS = "-g -O2 -fno-omit-frame-pointer"

CPU = "s ms us µs ns min cycles samples"  # of cpu-clock, where the processor counts no cycles; in cycles elsewhere
TIME = "s ms us µs ns min"
BYTES = "bytes B KiB MiB GiB"
WORK = "main parse_json draw_page"
WAITS = "main wait_for_lock wait_for_time"
COUNT = "samples faults"
JAVA = "App"
FIXTURE = "*"  # whatever the fixture has
UNIT_OF_FIXTURE = "cache-misses"  # of the first event of web.data

# Document, recipe, file ("-": the terminal), functions that it shows, units one of which it has.
EXPECTED = """
README | 1 | flamegraph.svg | {WORK} | {CPU}
README | 1 | flamegraph.html | {WORK} | {CPU}
README | 2 | out.svg | {WORK} | {CPU}
README | 3 | out.svg | {WORK} | {CPU}
README | 4 | nginx.svg | ngx_ | {CPU}
README | 5 | time.svg | {WAITS} | {TIME}
README | 6 | page.html | {WORK} | {CPU}
README | 7 | lines.html | {WORK} | {CPU}
README | 8 | before.svg | {WORK} | {CPU}
README | 8 | after.svg | {WORK} | {CPU}
README | 8 | diff.svg | {WORK} | {CPU}
README | 8 | before.folded | {WORK} |
README | 8 | after.folded | {WORK} |
README | 8 | changes.svg | {WORK} | {CPU}
README | 8 | - | draw_page |
README | 9 | - | parse_json |
README | 9 | - | all |
README | 9 | - | parse_json |
README | 9 | - | add_up |
README | 10 | cpu.svg | {JAVA} | {CPU}
README | 10 | alloc.svg | {JAVA} | {BYTES}
README | 11 | what.svg | {WORK} | {CPU}
README | 11 | json.svg | parse_json | {CPU}
README | languages | flamegraph.svg | parse_json | {CPU}
README | languages | out.svg | {FIXTURE} | {CPU}
README | languages | go.svg | {FIXTURE} |
README | languages | threads.svg | {FIXTURE} |
README | languages | crash.svg | {FIXTURE} |
flambeau | A command | flamegraph.svg | {WORK} | {CPU}
flambeau | A command | flamegraph.svg | {JAVA} | {BYTES}
flambeau | A command | - | parse_json |
flambeau | A command | before.svg | {WORK} | {CPU}
flambeau | A command | after.svg | {WORK} | {CPU}
flambeau | A command | diff.svg | {WORK} | {CPU}
flambeau | What to | out.svg | {WORK} | {CPU}
flambeau | A recording from | server.svg | {WORK} | {CPU}
flambeau | A part | workers.svg | parse_json | {CPU}
flambeau | A part | - | cpu-clock page-faults |
flambeau | A part | faults.svg | load_rows | {COUNT}
flambeau | A part | json.svg | parse_json | {CPU}
flambeau | A part | leaves.svg | parse_json | {CPU}
flambeau | A part | pool.svg | parse_json | {CPU}
flambeau | Time and | labelled.folded | {WORK} |
flambeau | Time and | nginx.svg | ngx_ | {CPU}
flambeau | Time and | page.html | {WORK} | {CPU}
flambeau | Time and | - | tid |
flambeau | Lines | - | add_up |
flambeau | Lines | lines.html | {WORK} | {CPU}
flambeau | Lines | lines.svg | {WORK} | {CPU}
flambeau | Time: | time.svg | {WAITS} | {TIME}
flambeau | Time: | - | wait_for_lock |
flambeau | Time: | time.html | {WAITS} | {TIME}
flambeau | Time: | waits.svg | {WAITS} | {TIME}
flambeau | Time: | path.svg | main | {TIME}
flambeau | In a terminal | - | parse_js |
flambeau | In other | versions.json | parse_json |
flambeau | In other | firefox.json | parse_json |
flambeau | In other | v1.pb.gz | parse_json |
flambeau | Kept small | out.folded.zst | parse_json |
flambeau | Kept small | night.svg | parse_json | {CPU}
flambeau | A program that | now.svg | {FIXTURE} |
flambeau | A program that | crash.svg | {FIXTURE} |
flambeau | What other | samply.svg | {FIXTURE} | {CPU}
flambeau | What other | what.svg | {WORK} | {CPU}
flambeau | C and | out.svg | {WORK} | {CPU}
flambeau | C and | out.svg | {WORK} | {CPU}
flambeau | C and | out.svg | {WORK} | instructions Ir samples
flambeau | Rust | flamegraph.svg | parse_json draw_page | {CPU}
flambeau | Rust | out.svg | parse_json draw_page | {CPU}
flambeau | Go | flamegraph.svg | main.parseJson main.main | {CPU}
flambeau | Go | go.svg | main.parseJson main.main | {CPU}
flambeau | Go | out.svg | parseJson | {TIME}
flambeau | Go | goroutines.svg | {FIXTURE} |
flambeau | Go | waits.svg | {FIXTURE} |
flambeau | Java | flamegraph.svg | parseJson | {CPU}
flambeau | Java | out.svg | parseJson | {CPU}
flambeau | Java | cpu.svg | parseJson | {CPU}
flambeau | Java | alloc.svg | loadRows | {BYTES}
flambeau | Java | locks.svg | App | {TIME}
flambeau | Java | waits.svg | waitForLock | {COUNT}
flambeau | Java | running.svg | {FIXTURE} |
flambeau | Java | threads.svg | {FIXTURE} |
flambeau | Node | flamegraph.svg | parseJson | {CPU}
flambeau | Node | perf.svg | parseJson | {CPU}
flambeau | Node | out.svg | parseJson | {TIME}
flambeau | Python | flamegraph.svg | parse_json | {CPU}
flambeau | Python | out.svg | parse_json | {CPU}
flambeau | Python | out.svg | {FIXTURE} | {CPU}
flambeau | Python | out.folded | {FIXTURE} |
flambeau | Python | spy.svg | {FIXTURE} | {CPU}
flambeau | Python | calls.svg | {FIXTURE} |
flambeau | Python | now.svg | {FIXTURE} |
flambeau | PHP | out.svg | parse_json | {TIME}
flambeau | Ruby | out.svg | parse_json | samples
flambeau | Ruby | out.svg | {FIXTURE} |
flambeau | Android | out.svg | {FIXTURE} |
flambeau | Android | heap.svg | {FIXTURE} |
flambeau | Waiting | waits.svg | {WAITS} | {TIME}
flambeau | Waiting | offcpu.svg | {FIXTURE} | {TIME}
flambeau | Waiting | sched.svg | {FIXTURE} | {TIME}
flambeau | Memory | heap.svg | load_rows | {BYTES}
flambeau | Memory | peak.svg | load_rows | {BYTES}
flambeau | Memory | leaks.svg | load_rows | {BYTES}
flambeau | Memory | now.svg | {FIXTURE} | {BYTES}
flambeau | Page | faults.svg | load_rows | {COUNT}
flambeau | Before | before.folded | {WORK} |
flambeau | Before | after.folded | {WORK} |
flambeau | Before | diff.svg | {WORK} | {CPU}
flambeau | Before | changes.svg | {WORK} | {CPU}
flambeau | Before | comment.md | draw_page |
"""

# Commands that are played by stand-ins where something is missing here: a pattern of theirs, what that is.
NEED = [
    (r"\b(offcputime|wakeuptime|bpftrace)\b", "BPF", lambda: False),
    (r"-e sched:|--wake-stacks", "tracepoints", lambda: False),
    (r"profiling\.sampling", "Python 3.15", lambda: version("python3") >= (3, 15)),
    (r"localhost:6060", "a server in Go", lambda: False),
    (r"Thread\.dump_to_file", "JDK 21", lambda: False),
    (r"\bgdb -p|\bpy-spy dump|\bmemleak -p", "a process", lambda: False),
    (r"\bpython3\b", "Python 3.13", lambda: version("python3") >= (3, 13)),
    (r"\bdotnet\b", ".NET", lambda: shutil.which("dotnet") is not None),
]

# Commands that are typed where something of NEED is missing, as their advice is then what they are for.
ADVICE = [(r"flamegraph-record .*python3 ", "Python 3.13", "py-spy")]


def version(program):
    done = subprocess.run([program, "--version"], stdout=subprocess.PIPE, check=False)
    return tuple(int(word) for word in re.findall(rb"\d+", done.stdout)[:2])


class Shell:
    """A shell on a terminal, in which commands are typed one after the other."""

    def __init__(self, folder, environment):
        self.child, self.fd = pty.fork()
        if self.child == 0:
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # Python ignores it, and its children would, too
            os.chdir(folder)
            os.execvpe("bash", ["bash", "--noprofile", "--norc", "-i"], environment)
        self.send("stty -echo; set +h; bind 'set enable-bracketed-paste off'; set -o pipefail; PS2=; PS1='\\n<<$?>>'\n")
        self.code()

    def send(self, text):
        os.write(self.fd, text.encode())

    def read(self, seconds):
        ready, _, _ = select.select([self.fd], [], [], seconds)
        try:
            return os.read(self.fd, 65536).decode("utf-8", "replace") if ready else ""
        except OSError:
            return ""

    def code(self, seconds=1800):
        """Wait for the prompt; (exit code, what was printed)."""
        text, end = "", time.time() + seconds
        while time.time() < end:
            text += self.read(0.5)
            found = re.search(r"\r\n<<(\d+)>>$", text)
            if found:
                return int(found[1]), text[:found.start()]
        self.send("\x03")
        return -1, text + "\n(no end after %d s)" % seconds

    def type(self, command):
        self.send(command + "\n")
        if not re.search(r"flamegraph-view\s*$|--live\b(?!.*\|)", command):
            return self.code()
        text, end = "", time.time() + 60
        while time.time() < end and not re.search(r"parse_js|100\.00%", text):
            text += self.read(0.5)
        for _ in range(4):
            text += self.read(0.5)
        self.send("q")
        code, rest = self.code(60)
        return code, text + rest


class Facts:
    """What a file shows: names, the unit of the counts, the share of [unknown]."""

    def __init__(self, path):
        self.names, self.unit, self.unknown, self.problem = set(), None, None, ""
        with open(path, "rb") as file:
            data = file.read()
        if data[:4] == b"\x28\xb5\x2f\xfd":
            data = subprocess.run(["zstd", "-dc", path], stdout=subprocess.PIPE, check=True).stdout
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
        if path.endswith(".svg"):
            self.see_svg(data)
        elif path.endswith(".html"):
            self.see_page(data)
        else:
            self.text = data.decode("utf-8", "replace")
        if path.endswith(".md"):
            self.text = html.unescape(self.text)

    text = ""

    def see_svg(self, data):
        rows = []
        for row in tree.fromstring(data).iter("{http://www.w3.org/2000/svg}g"):
            if row.get("class") != "row":
                continue
            rects = []
            for rect in row:
                title = rect.find("{http://www.w3.org/2000/svg}title")
                if title is not None and title.text and rect.get("width"):
                    name = re.sub(r" \([^()]*\)(: [^()]*)?$", "", title.text)
                    start = int(rect.get("x", 0))
                    rects.append((name, start, start + int(rect.get("width")), title.text))
            if rects:
                rows.append(rects)
        rows.sort(key=lambda row: -max(end - start for _, start, end, _ in row))
        for row in rows:
            self.names.update(name for name, *_ in row)
        whole = [rect for row in rows for rect in row if rect[0] == "all"]
        if whole:
            found = re.search(r"\([\d.,]+ ([^\s,()]+)", whole[0][3])
            self.unit = found and found[1]
        self.unknown = share([(start, end) for row in rows for name, start, end, _ in row if name == "[unknown]"],
                             whole[0][2] if whole else 1)

    def see_page(self, data):
        found = re.search(rb'data-encoding="gzip">([^<]*)<', data)
        block = zlib.decompressobj(31).decompress(base64.b64decode(found[1]))
        self.names = set(re.findall(r'"((?:[^"\\]|\\.)*)"', re.search(rb'"names":\[(.*?)\]\}', block, re.S)[1].decode()))
        unit = re.search(rb'"(?:unit|countname)":"([^"]*)"', block)
        self.unit = unit and unit[1].decode()

    def has(self, name):
        """However the language writes it: parse_json, parseJson."""
        name = plain(name)
        return any(name in plain(known) for known in self.names) or name in plain(self.text)


def plain(name):
    return name.replace("_", "").lower()


def share(spans, whole):
    covered, reached = 0, 0
    for start, end in sorted(spans):
        covered += max(0, end - max(start, reached))
        reached = max(reached, end)
    return covered / whole


def recipes_of_readme(text):
    """(number, commands) of the recipes; the languages' lines below them are "languages"."""
    part = re.search(r"^## Eleven recipes\n(.*?)^## ", text, re.S | re.M)[1]
    number, found = None, {}
    for line in part.splitlines():
        begin = re.match(r"(\d+)\. ", line)
        if begin:
            number = begin[1]
        elif line.startswith("By language"):
            number = "languages"
        elif line.startswith("        ") and number != "languages":
            found.setdefault(number, []).append(line.strip())
        elif line.startswith("    ") and number == "languages":
            found.setdefault(number, []).append(line.strip())
    return list(found.items())


def recipes_of_page(text):
    """(heading, commands): the blocks below each .SS of RECIPES."""
    part = re.search(r"^\.SH RECIPES\n(.*?)^\.SH ", text, re.S | re.M)[1]
    for section in re.split(r"^\.SS ", part, flags=re.M)[1:]:
        heading, body = section.split("\n", 1)
        commands = []
        for block in blocks_of_page(".TH X 7\n.SH RECIPES\n" + body):
            commands += commands_of(block)
        yield heading.replace("\\-", "-"), commands


def commands_of(block):
    """Lines that belong together: up to one that does not end in | or a backslash."""
    command = ""
    for line in block.splitlines():
        command += line[4:] if line.startswith("    ") and not command else "\n" + line
        if not re.search(r"(\||\\)\s*$", command):
            yield command
            command = ""


def expected():
    """{(document, recipe): {file: [(functions, units)]}}"""
    rows = {}
    for line in EXPECTED.strip().splitlines():
        document, recipe, path, names, units = [word.strip().format(**globals()) for word in line.split("|")]
        rows.setdefault((document, recipe), {}).setdefault(path, []).append((names.split(), units.split()))
    return rows


class Machine:
    """The folder, the programs in it, and what runs beside."""

    def __init__(self, root, bins, work, document):
        self.here = os.path.join(work, document)
        self.bins = os.path.join(work, document + "-bin")
        self.root, self.document, self.installed = root, document, bins
        self.running = []
        os.makedirs(self.here)
        os.makedirs(self.bins)
        self.table = os.path.join(work, document + "-table")
        self.environment = dict(os.environ, PATH=f"{self.bins}:{bins}:{os.environ['PATH']}:/usr/sbin:/sbin",
                                HOME=work, TERM="xterm-256color", STAND_INS=self.table, LC_ALL="C.UTF-8",
                                COLUMNS="120", LINES="40", GOCACHE=os.path.join(work, "go"), GOFLAGS="-mod=mod")
        self.rows = read_rows(root, document)
        with open(self.table, "w", encoding="utf-8") as file:
            for command, path, fixture in self.rows:
                file.write(f"{command.removeprefix('./')}\t{path}\t{fixture}\n")
        self.do("perf record -q -o perf.data -- true 2>/dev/null || printf '[record]\\nbuild-id = mmap\\n' "
                ">\"$HOME/.perfconfig\"; rm -f perf.data*")  # perf 6.12 may end by SIGABRT when it reads build ids
        self.make_programs()

    def do(self, command, **more):
        subprocess.run(["bash", "-e", "-c", command], cwd=self.here, env=self.environment, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, **more)

    def try_to(self, command):
        """Make a program that its recipes miss otherwise."""
        try:
            self.do(command)
        except subprocess.CalledProcessError as error:
            print(error, file=sys.stderr)

    def make_programs(self):
        for name in os.listdir(SOURCES):
            shutil.copy(os.path.join(SOURCES, name), os.path.join(self.here, name.replace("recorded_", "")))
        self.do(f"cc {FLAGS} -o program program.c; cp program before; cc {FLAGS} -DSLOWER=4 -o after program.c")
        if shutil.which("cargo"):
            self.try_to("mkdir -p src; mv main.rs src/; printf '[package]\\nname = \"program\"\\nversion = \"0.1.0\"\\n"
                    "edition = \"2021\"\\n[profile.release]\\ndebug = 1\\n' >Cargo.toml; cargo build -q --release")
        if shutil.which("go"):
            self.try_to("printf 'module program\\ngo 1.19\\n' >go.mod; go build -o go-program main.go")
        if shutil.which("javac"):
            self.try_to("javac App.java; printf 'Main-Class: App\\n' >manifest; jar cfm app.jar manifest *.class")

    def start(self, words):
        self.running.append(subprocess.Popen(words, cwd=self.here, env=self.environment, stdin=subprocess.DEVNULL,
                                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                             start_new_session=True))
        return self.running[-1].pid

    def start_nginx(self):
        nginx = shutil.which("nginx", path=self.environment["PATH"])
        if not nginx:
            return
        os.makedirs(os.path.join(self.here, "html"), exist_ok=True)
        with open(os.path.join(self.here, "html", "index.html"), "w", encoding="utf-8") as file:
            file.write("page\n" * 20000)
        conf = os.path.join(self.here, "nginx.conf")
        with open(conf, "w", encoding="utf-8") as file:
            file.write(f"worker_processes 1; daemon off; user root; pid {self.here}/nginx.pid; error_log /dev/null;\n"
                       "events {}\nhttp { access_log off; gzip on; gzip_types *; gzip_comp_level 1;\n"
                       f"server {{ listen 127.0.0.1:8099; root {self.here}/html; }} }}\n")
        self.start([nginx, "-c", conf])
        self.asks = True

        def ask():
            request = urllib.request.Request("http://127.0.0.1:8099/", headers={"Accept-Encoding": "gzip"})
            while self.asks:
                try:
                    urllib.request.urlopen(request).read()
                except OSError:
                    time.sleep(0.1)

        threading.Thread(target=ask, daemon=True).start()
        time.sleep(1)

    def prepare(self, recipe):
        """What a recipe takes for given."""
        about = self.document, recipe
        if about in (("README", "4"), ("flambeau", "Time and threads")):
            self.start_nginx()
        if about == ("README", "10") or about[0] == "flambeau" and recipe.startswith("A command"):
            if shutil.which("java"):
                self.do("java -XX:StartFlightRecording=filename=out.jfr,settings=profile -jar app.jar 6")
        if about == ("README", "11") or recipe.startswith("What other"):
            self.do("[ -e perf.data ] || perf record -g -- ./program; gzip -c perf.data >attachment.gz")
        if about == ("README", "languages") or recipe.startswith("A program that"):
            shutil.copy(os.path.join(self.root, "fixtures/core/arm.core"), os.path.join(self.here, "core.4711"))
        if about == ("README", "9"):
            self.start(["sh", "-c", "while ./program; do :; done"])
        if recipe.startswith("A recording from"):
            self.do("mkdir -p server; perf record -g -o server/perf.data -- ./program; cp /proc/kallsyms server/;"
                    "cp --parents \"$PWD/program\" server/; cp --parents -L /lib/x86_64-linux-gnu/libc.so.6 server/")
            self.do("perf record -g -- ./program; rm -rf ~/.debug; perf buildid-cache -a program; cp -r ~/.debug symbols;"
                    "rm -rf ~/.debug")  # as perf archive packs it
        if recipe.startswith(("A part", "Lines of", "In a terminal")):
            self.do("perf record -g -- ./program")
        if recipe.startswith("Time and"):
            both = self.start(["sh", "-c", ">passes; while ./program; do echo >>passes; done"])
            with open(os.path.join(self.here, "two-passes"), "w", encoding="utf-8") as file:  # one of them is whole
                file.write("sleep 4; n=$(wc -l <passes); while [ $(wc -l <passes) -lt $((n + 2)) ]; do sleep 0.1; done")
            self.do(f"perf record -e cpu-clock -F 499 --call-graph dwarf -p {both},$(pidof nginx | tr ' ' ,) -- "
                    "sh two-passes")
        if recipe.startswith("In other"):
            self.do("for i in 1 2; do record-stacks -e cpu-clock -- ./program | collapse-perf >v$i.folded; done")
        if recipe == "In a terminal":
            for _ in range(2 * os.cpu_count()):  # whatever else runs, it is seen
                self.start(["sh", "-c", "while ./program; do :; done"])
        if recipe == "Go":
            self.do("mkdir -p src; mv program.c src/; mv program src/; cp go-program program")  # no C beside go test
        if recipe == "Java":
            self.java = self.start(["java", "-jar", "app.jar", "600"])
            time.sleep(2)

    def end(self):
        self.asks = False
        if os.path.exists(os.path.join(self.here, "src", "program")):
            self.do("mv src/program program")
        for child in self.running:
            os.killpg(child.pid, signal.SIGTERM)
        for child in self.running:
            child.wait()
        self.running = []

    def stand_in(self, command):
        """Make stand-ins for what is missing; why they are needed, or nothing, and whether there are any."""
        why = [what for pattern, what, is_here in NEED if re.search(pattern, command) and not is_here()]
        missing = [row for row in self.rows if row[0] != "-" and
                   re.search(rf"(^|[|;&(] *|\n *){re.escape(row[0].split()[0])}\b", command)]
        for row in missing:
            program = row[0].split()[0]
            if program.startswith("./") or program in ("cc", "sleep", "pidof") or \
                    os.path.exists(os.path.join(self.installed, program)):
                continue
            if shutil.which(program, path=self.environment["PATH"].split(":", 1)[1]) and not why:
                continue
            if not why:
                why = [program]
            link = os.path.join(self.bins, program)
            if not os.path.exists(link):
                with open(link, "w", encoding="utf-8") as file:
                    file.write(STAND_IN)
                os.chmod(link, 0o755)
        return ", ".join(why), bool(os.listdir(self.bins))

    def clear_stand_ins(self):
        for name in os.listdir(self.bins):
            os.remove(os.path.join(self.bins, name))

    def files(self):
        found = {}
        for name in os.listdir(self.here):
            path = os.path.join(self.here, name)
            if os.path.isfile(path):
                status = os.stat(path)
                found[name] = status.st_mtime_ns, status.st_ino, status.st_size
        return found


LOOKED_AT = re.compile(r"\.(svg|html|folded|folded\.zst|md|pb\.gz)$|^(versions|firefox)\.json$")
INPUTS = {"cpu.pb.gz"}  # of profilers


def judge(facts, names, units, alone):
    """What was looked for; what is wrong with it, or nothing."""
    looked = [", ".join(names)] if names else []
    wrong = [f"no {name}" for name in names if name != "*" and not facts.has(name)]
    if units:
        looked.append("unit " + str(facts.unit))
        if facts.unit not in units:
            wrong.append(f"unit {facts.unit}")
    if facts.unknown is not None and alone:
        looked.append(f"[unknown] {100 * facts.unknown:.1f} %")
        if facts.unknown > UNKNOWN:
            wrong.append("too much [unknown]")
    return "; ".join(looked), ", ".join(wrong)


def run_recipe(machine, shell, recipe, commands, rows, report):
    machine.prepare(recipe)
    used, since = {}, ""
    for command in commands:
        typed = command.replace("4711", str(getattr(machine, "java", 4711)))
        why, is_played = machine.stand_in(typed)
        advice = [word for pattern, what, word in ADVICE if what == why and re.search(pattern, typed)]
        if why and not is_played and not advice:
            report(recipe, command, why, None, [], "")
            continue
        why = since = why if is_played else since
        before = machine.files()
        code, text = shell.type(typed)
        machine.clear_stand_ins()
        done = {name for name, state in machine.files().items() if before.get(name) != state}
        wanted = {3} if "--fail-over" in command else {0}
        if re.search(r"--live.*flamegraph-view", command):
            wanted = {0, 125, 141}  # of programs whose reader was left
        looked, wrong = [], [] if code in wanted else [f"exit {code}: {text.strip()[-300:]}"]
        if advice:
            looked.append("advice: " + ", ".join(advice))
            wrong += [f"no advice: {word}" for word in advice if word not in text]
            done = set()
        for name in sorted(done):
            if not LOOKED_AT.search(name) or name in INPUTS:
                continue
            if name not in rows:
                wrong.append(f"nothing is expected of {name}")
                continue
            names, units = rows[name][min(used.get(name, 0), len(rows[name]) - 1)]
            if why and units:
                units = units + [UNIT_OF_FIXTURE]
            used[name] = used.get(name, 0) + 1
            try:
                facts = Facts(os.path.join(machine.here, name))
            except (tree.ParseError, OSError, zlib.error, TypeError) as error:
                wrong.append(f"{name}: {error}")
                continue
            seen, bad = judge(facts, names, units, not why)
            looked.append(f"{name}: {seen}")
            if bad:
                wrong.append(f"{name}: {bad}")
        if "-" in rows and (not done and not advice or
                            re.search(r"--format(?!.*>)|--text|view$|--list|export-top", command)):
            names, _ = rows["-"][min(used.get("-", 0), len(rows["-"]) - 1)]
            used["-"] = used.get("-", 0) + 1
            looked.append("terminal: " + ", ".join(names))
            wrong += [f"terminal: no {name}" for name in names if name not in text]
        report(recipe, command, why, looked, wrong, text)
    machine.end()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-v", action="store_true")
    parser.add_argument("--table")
    parser.add_argument("--only", default="")
    parser.add_argument("root")
    parser.add_argument("bin")
    options = parser.parse_args()
    root, bins = os.path.abspath(options.root), os.path.abspath(options.bin)
    with open(os.path.join(root, "README.md"), encoding="utf-8") as file:
        documents = [("README", recipes_of_readme(file.read()))]
    with open(os.path.join(root, "man", "flambeau.7"), encoding="utf-8") as file:
        documents.append(("flambeau", list(recipes_of_page(file.read()))))
    rows, lines, failed = expected(), [], 0

    for document, recipes in documents:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as work:
            machine = Machine(root, bins, work, document)
            shell = Shell(machine.here, machine.environment)
            for recipe, commands in recipes:
                if options.only not in f"{document} {recipe}":
                    continue

                def report(name, command, why, looked, wrong, text, document=document):
                    nonlocal failed
                    failed += bool(wrong)
                    result = "WRONG: " + "; ".join(wrong) if wrong else "as expected"
                    if looked is None:
                        result = f"not typed here: needs {why}"
                    elif why:
                        result += f" (from a fixture on: {why})"
                    seen = "-" if looked is None else "; ".join(looked) or "exit code"
                    line = " | ".join([f"{document} {name}", " ".join(command.split()), seen,
                                       " ".join(result.split())])
                    lines.append(line)
                    print(line, flush=True)
                    if options.v:
                        print(text)

                mine = [found for (its, name), found in rows.items() if its == document and
                        (name == recipe if document == "README" else recipe.startswith(name))]
                try:
                    run_recipe(machine, shell, recipe, commands, mine[0] if mine else {}, report)
                except subprocess.CalledProcessError as error:
                    machine.end()
                    report(recipe, "(before)", "", [], [str(error)], "")
            shell.send("exit\n")
    if options.table:
        with open(options.table, "w", encoding="utf-8") as file:
            file.write("\n".join(["recipe | command | what was looked for | result", *lines, ""]))
    print(f"{len(lines)} commands, {failed} wrong")
    sys.exit(1 if failed or not lines else 0)


if __name__ == "__main__":
    main()
