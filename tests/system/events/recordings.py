#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: events.recordings short real NEEDS events RUN @bin@ @made@/work
"""recordings.py BIN WORK [NAME...] - recordings that record-stacks makes of real programs, as collapse-perf reads
them. WORK is the program of work.c. Nothing here depends on how fast or busy the machine is."""

import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import trials  # pylint: disable=wrong-import-position

BIN, WORK, *WANTED = [os.path.abspath(word) if i < 2 else word for i, word in enumerate(sys.argv[1:])]
STACKS = os.path.join(BIN, "record-stacks")
COLLAPSE = os.path.join(BIN, "collapse-perf")
CLOCK = ["-e", "cpu-clock"]  # there on every machine


def record(words, output="out.data", **more):
    """Run record-stacks; what it says, and its exit code."""
    done = subprocess.run([STACKS, "-o", output, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=120, **more)
    return done.stderr.decode(), done.returncode


def fold(path="out.data", *options, **more):
    """The stacks of a recording: {"a;b": count}, and what was said."""
    done = subprocess.run([COLLAPSE, "--no-header", *options, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=120, check=False, **more)
    stacks = {}
    for line in done.stdout.decode().splitlines():
        stack, count = line.rsplit(" ", 1)
        stacks[stack] = int(count)
    return stacks, done.stderr.decode()


def share(stacks, *names):
    """Of the counts, the share of stacks that have all these frames."""
    hit = sum(count for stack, count in stacks.items() if all(name in stack.split(";") for name in names))
    return hit / max(1, sum(stacks.values()))


def roots(stacks):
    return {stack.split(";")[0] for stack in stacks}


def check(good, *facts):
    if not good:
        raise AssertionError(" ".join(str(fact) for fact in facts))


def a_recording_is_its_owners_alone():
    said, code = record([*CLOCK, "--", "true"], "new.data")
    check(code == 0, said)
    check(os.stat("new.data").st_mode & 0o777 == 0o600, oct(os.stat("new.data").st_mode))


def open_files_are_written_by_their_numbers():
    for name in ("new.data", "longer.data"):
        with open(name, "wb") as file:
            file.write(b"x" * 100000 if name == "longer.data" else b"")
            said, code = record([*CLOCK, "--", WORK, "busy", "50"], "/dev/fd/%d" % file.fileno(),
                                pass_fds=[file.fileno()])
        check(code == 0, said)
        stacks, said = fold(name)
        check(share(stacks, "burn_most") > 0.3, stacks, said)


def a_signal_ends_the_wait_for_a_reader():
    os.mkfifo("fifo")
    for number, signalled in ((15, -15), (2, -2)):
        recorder = subprocess.Popen([STACKS, "-q", "-o", "fifo", "--", "touch", "begun"])
        time.sleep(0.5)
        check(recorder.poll() is None, "it does not wait")
        recorder.send_signal(number)
        try:
            check(recorder.wait(timeout=10) == signalled, recorder.returncode)
        finally:
            recorder.kill()
        check(not os.path.exists("begun"), "the command ran")
    os.unlink("fifo")


def a_signal_ends_the_wait_for_a_reader_that_stopped():
    reading, writing = os.pipe()
    recorder = subprocess.Popen([STACKS, *CLOCK, "-F", "5000", "--call-graph", "dwarf,65528", "--", WORK, "busy", "30000"],
                                stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    time.sleep(1)  # the pipe is full
    recorder.send_signal(15)
    try:
        check(recorder.wait(timeout=20) == 125, recorder.returncode)
        said = recorder.stderr.read()
        check("standard output: its reader has read nothing for" in said, said)
    finally:
        recorder.kill()
        os.close(reading)


def callers_are_found_by_frame_pointers():
    said, code = record([*CLOCK, "--call-graph", "fp", "--", WORK, "busy", "400"])
    stacks, _ = fold()
    check(code == 0, said)
    check(share(stacks, "work", "burn", "burn_most", "spin") > 0.5, stacks)
    check(share(stacks, "work", "burn", "burn_some", "spin") > 0.1, stacks)
    check(share(stacks, "_start") < 0.1, stacks)


def callers_are_found_by_copies_and_frame_pointers():
    """What begins the program has no frame pointers: it is in whole copies alone. Copies of 64 bytes hold no two frames."""
    said, code = record([*CLOCK, "--", WORK, "busy", "200"])
    stacks, notes = fold()
    check(code == 0, said)
    check(share(stacks, "_start", "main", "burn", "burn_most", "spin") > 0.5, stacks, notes)
    record([*CLOCK, "--call-graph", "auto,64", "--", WORK, "busy", "200"])
    stacks, notes = fold()
    check(share(stacks, "main", "burn", "burn_most", "spin") > 0.5, stacks, notes)
    check(share(stacks, "_start") < 0.1, stacks, notes)
    # what loads the program has neither: a sample of it is cut, and said to be
    cut = re.search(r"(\d+) stacks? (is|are) longer than", notes)
    loading = sum(count for stack, count in stacks.items() if "main" not in stack.split(";")) // min(stacks.values())
    check((int(cut[1]) if cut else 0) <= loading, stacks, notes)


def callers_are_found_by_copies_of_the_stack():
    said, code = record([*CLOCK, "--call-graph", "dwarf,4096", "--", WORK, "busy", "200"])
    stacks, notes = fold()
    check(code == 0, said)
    check(share(stacks, "_start", "main", "burn", "burn_most", "spin") > 0.5, stacks, notes)


def compressed_recordings_have_the_same_stacks():
    said, code = record([*CLOCK, "-z", "--", WORK, "busy", "200"])
    if "--compress: " in said:
        return "no zstd here"
    stacks, notes = fold()
    check(code == 0, said)
    check(share(stacks, "burn_most", "spin") > 0.5, stacks, notes)
    return None


def the_kernel_has_names():
    record([*CLOCK, "-F", "4000", "--", "sh", "-c", "for i in 1 2 3 4 5 6 7 8 9; do cat /proc/self/maps; done >/dev/null"])
    stacks, _ = fold()
    if not any("do_syscall_64" in stack or "syscall" in stack for stack in stacks):
        return "the kernel is not seen, or hides its addresses"
    return None


def each_program_of_execs_has_its_name():
    record([*CLOCK, "--", WORK, "execs", "10", "30"])
    stacks, _ = fold()
    missing = {f"step-{i}" for i in range(1, 11)} - roots(stacks)
    check(not missing, missing, roots(stacks))
    check(share(stacks, "burn") > 0.5, stacks)


def each_thread_has_its_name():
    record([*CLOCK, "--", WORK, "threads", "40", "20"])
    stacks, _ = fold()
    missing = {f"pool-{i}" for i in range(40)} - roots(stacks)
    check(not missing, missing)


def children_are_recorded():
    record([*CLOCK, "-F", "10000", "--", WORK, "forks", "300"])
    stacks, _ = fold()
    check("child" in roots(stacks), roots(stacks))
    check(share(stacks, "child", "burn_some") > 0, stacks)


def other_programs_are_recorded():
    """C++ and Rust are compiled programs as C is; an interpreter is one without frame pointers at times."""
    said, code = record([*CLOCK, "--", sys.executable, "-c", "sum(i * i for i in range(3000000))"])
    stacks, _ = fold()
    check(code == 0, said)
    check(stacks, "no stacks of Python", said)


class Running:
    """work idle N, ready."""

    def __init__(self, count):
        self.child = subprocess.Popen([WORK, "idle", str(count)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.child.stdout.readline()

    def wait_for_threads(self, count):
        while len(os.listdir(f"/proc/{self.child.pid}/task")) < count:
            time.sleep(0.01)

    def go_on(self):
        self.child.stdin.close()
        self.child.wait(60)
        self.child.stdout.close()


def start(words):
    return subprocess.Popen([STACKS, *words], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)


def wait_for_beginning(recorder):
    """Until the recorder has a descriptor of an event, and then some time to begin."""
    end = time.time() + 60
    links = f"/proc/{recorder.pid}/fd"
    while time.time() < end:
        try:
            if any("perf_event" in os.readlink(os.path.join(links, name)) for name in os.listdir(links)):
                break
        except OSError:
            pass
        time.sleep(0.02)
    time.sleep(1)


def a_process_is_recorded_with_its_threads_and_ends_the_recording():
    work = Running(50)
    work.wait_for_threads(51)
    recorder = start([*CLOCK, "-o", "out.data", "-p", str(work.child.pid)])
    wait_for_beginning(recorder)
    work.go_on()
    check(recorder.wait(60) == 0, recorder.stderr.read())
    stacks, notes = fold("out.data", "--tid")
    threads = {name for name in roots(stacks) if name.startswith("work-")}
    check(share(stacks, "pool", "burn", "spin") > 0.5, stacks, notes)
    check(len(threads) >= 50, len(threads))


def one_thread_is_recorded_alone():
    work = Running(3)
    work.wait_for_threads(4)
    tids = sorted(int(name) for name in os.listdir(f"/proc/{work.child.pid}/task"))
    recorder = start([*CLOCK, "-o", "out.data", "-t", str(tids[1])])
    wait_for_beginning(recorder)
    work.go_on()
    check(recorder.wait(60) == 0, recorder.stderr.read())
    stacks, _ = fold("out.data", "--tid")
    check(all(f"/{tids[1]}" in name for name in roots(stacks)), roots(stacks))
    check(stacks, "no stacks")


def the_machine_is_recorded_while_a_command_runs():
    said, code = record([*CLOCK, "-a", "--", WORK, "busy", "300"])
    if "may not record" in said:
        return said
    stacks, _ = fold()
    check(code == 0, said)
    check("work" in roots(stacks), roots(stacks))
    return None


def perf_records_beside_a_recording_of_the_machine():
    """An event of ours that asks for build ids makes the kernel mark the records of all others; perf aborts then."""
    if not shutil.which("perf"):
        return "no perf here"
    words = ["perf", "record", "-q", "-e", "cpu-clock", "-o", "perf.data", "--", "sh", "-c", "for i in 1 2 3 4 5; do cat /proc/self/maps; done"]
    alone = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, check=False)
    if alone.returncode != 0:
        return "perf records nothing here"
    recorder = start([*CLOCK, "-a", "-o", "out.data"])
    wait_for_beginning(recorder)
    beside = [subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, check=False) for _ in range(3)]
    recorder.send_signal(signal.SIGINT)
    check(recorder.wait(60) == 0, recorder.stderr.read())
    for done in beside:
        check(done.returncode == 0, done.returncode, done.stderr)
    return None


def build_ids(path):
    """The maps of executable files in a recording: {path: build id, or None for device and inode}."""
    with open(path, "rb") as file:
        data = file.read()
    ids, at = {}, 16
    while at + 8 <= len(data):
        kind, misc, size = struct.unpack_from("=IHH", data, at)
        if kind == 10 and misc & 7 == 2:
            name = data[at + 72:at + size].split(b"\0")[0].decode()
            length = data[at + 40] if misc & 1 << 14 else None
            ids[name] = None if length is None else data[at + 44:at + 44 + length].hex()
        if size < 8:
            break
        at += size
    return ids


def a_file_has_its_build_id_even_if_it_was_deleted():
    program = shutil.copy(WORK, os.path.abspath("gone"))
    time.sleep(0.1)  # a file that may have changed after it was mapped has none
    for options, words in ([], [program, "busy", "100"]), (["--off-cpu"], [program, "waits", "1"]):
        said, code = record([*(options or CLOCK), "--", *words])
        check(code == 0, said)
        wanted = build_ids("out.data")[program]
        if wanted is None:
            return "the program has no build id"
    said, code = record([*CLOCK, "--", "sh", "-c", f"{program} busy 1500 & sleep 0.2; rm {program}; wait"])
    check(code == 0, said)
    found = build_ids("out.data")[program]
    check(found == wanted or os.geteuid() != 0, found, wanted)
    return None


class Making:
    """work made, ready, run by the words in front of it."""

    def __init__(self, *words):
        self.child = subprocess.Popen([*words, "made"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.is_ready = self.child.stdout.readline() == b"ready\n"
        self.pid = self.child.pid

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for pid in {self.pid, self.child.pid}:
            os.kill(pid, signal.SIGKILL)
        self.child.wait()
        self.child.stdout.close()

    def record(self):
        said, code = record([*CLOCK, "-p", str(self.pid), "--duration", "1"])
        check(code == 0, said)


def code_has_the_names_that_the_recorded_user_or_root_gave_it():
    if os.geteuid() != 0 or not shutil.which("setpriv"):
        return "only root records another user"
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        program = shutil.copy(WORK, folder)
        work = Making("setpriv", "--reuid=54321", "--clear-groups", program)
    with work:
        if not work.is_ready:
            return "no other user, or no code for this processor"
        work.record()
        names = f"/tmp/perf-{work.pid}.map"
        try:
            for owner, wanted in ((54321, True), (54322, False), (0, True)):
                os.chown(names, owner, owner)
                stacks, notes = fold()
                check((share(stacks, "made_here") > 0.3) == wanted, owner, stacks, notes)
        finally:
            os.remove(names)
    return None


def programs_in_containers_have_names():
    """Their files, and the names of the code that they make, are below their own root, under a number of their own."""
    inside = 'mount -t tmpfs none /tmp && cp "$0" /tmp/held && exec /tmp/held "$@"'
    user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    with Making("unshare", *user, "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", inside, WORK) as work:
        if not work.is_ready:
            return "no namespaces, or no code for this processor"
        with open(f"/proc/{work.pid}/task/{work.pid}/children", encoding="ascii") as children:
            work.pid = int(children.read())
        work.record()
        stacks, notes = fold()
        check(share(stacks, "held", "made_here") > 0.3, stacks, notes)
        check(share(stacks, "held", "main", "spin") > 0.1, stacks, notes)
        stacks, notes = fold("out.data", "--symfs", "/")
        check(share(stacks, "made_here") == 0 and share(stacks, "spin") == 0, stacks, notes)
    return None


def a_duration_ends_the_recording_and_the_command():
    begin = time.time()
    said, code = record([*CLOCK, "--duration", "0.5", "--", "sh", "-c", "echo $$ >pid; while :; do :; done"])
    check(code == 0 and time.time() - begin < 60, said)
    pid = int(open("pid", encoding="ascii").read())
    check(not os.path.exists(f"/proc/{pid}"), "the command runs still")
    check(fold()[0], "no stacks")


def the_exit_code_is_that_of_the_command():
    check(record([*CLOCK, "--", "sh", "-c", "exit 7"])[1] == 7)
    check(record([*CLOCK, "--", "sh", "-c", "kill -9 $$"])[1] == 128 + 9)
    said, code = record([*CLOCK, "--", "./nosuch"])
    check(code == 1 and said.endswith("record-stacks: ./nosuch: not found\n"), said, code)


def a_file_is_replaced_when_the_recording_begins():
    for words in (["--", "./nosuch"], ["-p", "2147483647"]):
        with open("old.data", "w", encoding="ascii") as old:
            old.write("an older recording")
        code = record([*CLOCK, *words], "old.data")[1]
        with open("old.data", encoding="ascii") as old:
            check(code != 0 and old.read() == "an older recording", words, code)
    with open("new.data", "w", encoding="ascii") as old:
        old.write("longer than a recording" * 100000)
    os.chmod("new.data", 0o640)
    os.symlink("new.data", "link.data")
    check(record([*CLOCK, "--", WORK, "busy", "100"], "link.data")[1] == 0)
    check(os.path.islink("link.data") and os.stat("new.data").st_mode & 0o777 == 0o640)
    check(share(fold("new.data")[0], "spin") > 0.5)
    check(not [name for name in os.listdir(".") if name.endswith(".part")], os.listdir("."))


def a_recording_that_is_killed_can_be_read():
    recorder = subprocess.Popen([STACKS, "-o", "killed.data", *CLOCK, "--", WORK, "busy", "60000"],
                                stderr=subprocess.DEVNULL)
    end = time.time() + 60
    while time.time() < end and not (os.path.exists("killed.data") and os.stat("killed.data").st_size > 1 << 16):
        time.sleep(0.01)
    recorder.kill()
    recorder.wait()
    check(share(fold("killed.data")[0], "spin") > 0.5, os.listdir("."))


def what_the_command_prints_is_not_in_the_recording():
    done = subprocess.run([STACKS, *CLOCK, "--", "sh", "-c", "echo printed; cat"], input=b"typed\n",
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, check=False)
    check(b"printed\ntyped\n" in done.stderr, done.stderr)
    check(done.stdout.startswith(struct.pack("=QQ", 0x32454C4946524550, 16)), done.stdout[:16])


def a_reader_that_ends_ends_the_recording():
    begin = time.time()
    done = subprocess.run(["sh", "-c", f"{STACKS} -e cpu-clock -- {WORK} busy 60000 | head -c 100 >head"],
                          stderr=subprocess.PIPE, timeout=120, check=False)
    check(time.time() - begin < 50, done.stderr)
    check(b"the program that reads it has ended" in done.stderr, done.stderr)


def a_reader_that_leaves_what_runs_already_is_no_error():
    """As with key q of flamegraph-view: there is no command that was cut short."""
    worker = subprocess.Popen([WORK, "busy", "60000"])
    done = subprocess.run(["sh", "-c", f"{STACKS} -e cpu-clock -p {worker.pid} | head -c 100 >head"],
                          stderr=subprocess.PIPE, timeout=120, check=False)
    worker.kill()
    worker.wait()
    check(done.stderr == b"", done.stderr)


def a_recording_without_samples_says_how_long_the_program_ran():
    said, code = record([*CLOCK, "-F", "1", "--", "true"])
    check(code == 0 and re.fullmatch(r"record-stacks: no samples: the program ran \d+ ms(, .*)?\n", said), said)
    said, code = record([*CLOCK, "-F", "1", "--", "sleep", "0.3"])
    found = re.fullmatch(r"record-stacks: no samples: the program ran (\d+) ms, (\d+) ms of it on a CPU; "
                         r"--off-cpu records what it waited for\n", said)
    check(code == 0 and found and int(found[1]) >= 300 and int(found[2]) < int(found[1]), said)


def a_graph_without_samples_is_one_line():
    graph = [os.path.join(BIN, "flamegraph-record"), *CLOCK, "-F", "1"]
    for options, line in ([], r"record-stacks: no samples: the program ran \d+ ms(, .*)?\n"), \
                         (["-q"], r"flamegraph-record: no samples: .*\n"):
        done = subprocess.run([*graph, *options, "--", "true"], stderr=subprocess.PIPE, timeout=120, check=False)
        check(done.returncode == 1 and re.fullmatch(line, done.stderr.decode()), done.stderr)


def lost_samples_are_counted_and_said():
    """A reader that sleeps, a small buffer, many samples."""
    command = (f"{STACKS} -e cpu-clock -F 20000 --buffer 32K --call-graph dwarf,32768 -- {WORK} busy 1000 |"
               f" (sleep 3; cat >out.data)")
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, timeout=120, check=False)
    lost = re.search(r"(\d+) records were lost, beside \d+ samples.*--buffer", done.stderr.decode())
    check(lost and int(lost[1]) > 0, done.stderr)
    check("lost" in fold("out.data", "-v")[1], "the reader says nothing")


def two_events_have_their_names():
    record(["-e", "cpu-clock,page-faults:u", "--", WORK, "busy", "100"])
    done = subprocess.run([COLLAPSE, "--list-events", "out.data"], stdout=subprocess.PIPE, check=True)
    names = [line.split()[0] for line in done.stdout.decode().splitlines()]
    check(names == ["cpu-clock", "page-faults:u"], names)


def tracepoints_are_recorded_with_their_fields():
    said, code = record(["-e", "sched:sched_process_exit,cpu-clock,sched:sched_process_fork", "--", WORK, "forks", "20"])
    if "tracefs" in said or "tracing" in said or "paranoid" in said:
        return said
    check(code == 0, said)
    done = subprocess.run([COLLAPSE, "--list-events", "out.data"], stdout=subprocess.PIPE, check=True)
    counts = dict(line.split()[:2] for line in done.stdout.decode().splitlines())
    check(counts["sched:sched_process_fork"] == "20", counts)
    stacks, _ = fold("out.data", "--event-filter", "sched:sched_process_fork")
    check(sum(stacks.values()) == 20 and share(stacks, "work") == 1, stacks)
    if shutil.which("perf"):
        script = subprocess.run(["perf", "script", "-F", "event,trace", "-i", "out.data"], stdout=subprocess.PIPE, check=False)
        fields = re.findall(rb"sched_process_fork: comm=work pid=\d+ child_comm=work child_pid=\d+", script.stdout)
        check(len(fields) == 20, script.stdout[:2000])
    return None


def waits_are_recorded_in_nanoseconds():
    said, code = record(["--off-cpu", "--", WORK, "waits", "5"])
    if "paranoid" in said:
        return said
    check(code == 0, said)
    stacks, notes = fold()
    for name, least in ("wait_for_time", 0.25), ("wait_for_lock", 0.14), ("wait_for_pipe", 0.09):
        seconds = sum(count for stack, count in stacks.items() if name in stack.split(";")) / 1e9
        check(seconds >= least, name, seconds, stacks, notes)
    header = subprocess.run([COLLAPSE, "out.data"], stdout=subprocess.PIPE, check=True).stdout
    check(b"unit=ns" in header and b"event=offcpu-time" in header, header[:200])
    return None


def preempted_time_is_an_event_of_its_own():
    said, _ = record(["--off-cpu=all", "--", "sh", "-c", f"taskset -c 0 {WORK} busy 200 & taskset -c 0 {WORK} busy 200; wait"])
    if "paranoid" in said:
        return said
    done = subprocess.run([COLLAPSE, "--list-events", "out.data"], stdout=subprocess.PIPE, check=True)
    events = {line.split()[0] for line in done.stdout.decode().splitlines()}
    check(events == {"offcpu-time", "preempted-time"}, events)
    stacks, _ = fold("out.data", "--event-filter", "preempted-time")
    check(share(stacks, "work", "burn") > 0.5, stacks)
    return None


def perf_reads_the_same_stacks():
    if not shutil.which("perf"):
        return "no perf here"
    for words in ["--", WORK, "busy", "200"], ["-z", "--", WORK, "threads", "4", "50"], ["--off-cpu", "--", WORK, "waits", "3"]:
        said, _ = record([*([] if "--off-cpu" in words else CLOCK), "--call-graph", "fp", *words])
        if "paranoid" in said or "--compress" in said:
            continue
        script = subprocess.run(["perf", "script", "--no-inline", "-i", "out.data"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        folded = subprocess.run([COLLAPSE, "--no-header"], input=script.stdout, stdout=subprocess.PIPE, check=False).stdout
        ours = subprocess.run([COLLAPSE, "--no-header", "--no-inline", "out.data"], stdout=subprocess.PIPE, check=False).stdout
        check(ours and ours == folded, words, script.stderr, "ours:\n", ours.decode(), "perf's:\n", folded.decode())
        report = subprocess.run(["perf", "report", "--stdio", "-i", "out.data"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        check(report.returncode == 0 and b"work" in report.stdout, report.stderr)
    return None


def perf_unwinds_copies_of_the_stack():
    """It needs the maps without code: of what is started, and of what runs already."""
    if not shutil.which("perf"):
        return "no perf here"
    work = Running(3)
    work.wait_for_threads(4)
    for words in ["--", WORK, "busy", "200"], ["-p", str(work.child.pid)]:
        recorder = start([*CLOCK, "-o", "out.data", "--call-graph", "dwarf", *words])
        if "-p" in words:
            wait_for_beginning(recorder)
            work.go_on()
        check(recorder.wait(60) == 0, recorder.stderr.read())
        script = subprocess.run(["perf", "script", "--no-inline", "-i", "out.data"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        stacks, notes = fold("-", input=script.stdout)
        check(share(stacks, "pool" if "-p" in words else "main", "burn", "spin") > 0.5, words, stacks, notes, script.stderr)
    return None


def control_c_ends_the_recording_and_not_the_pipe():
    """In a terminal, as a job of an interactive shell."""
    child, terminal = pty.fork()
    if child == 0:
        os.execvp("bash", ["bash", "--norc", "-i"])
    log = b""

    def read_until(what, seconds=60):
        nonlocal log
        end = time.time() + seconds
        while what not in log and time.time() < end:
            if select.select([terminal], [], [], 0.1)[0]:
                try:
                    log += os.read(terminal, 4096)
                except OSError:
                    break
        check(what in log, log.decode(errors="replace"))

    os.write(terminal, f"{STACKS} -e cpu-clock -- {WORK} busy 60000 | {COLLAPSE} >out.folded; echo done-$?\n".encode())
    end = time.time() + 60
    while time.time() < end and subprocess.run(["pgrep", "-P", str(child)], stdout=subprocess.PIPE, check=False).stdout.count(b"\n") < 2:
        time.sleep(0.05)
    time.sleep(2)
    os.write(terminal, b"\x03")
    read_until(b"done-0")
    os.write(terminal, b"echo alive-$((1+1)); exit\n")
    read_until(b"alive-2")
    os.close(terminal)
    os.waitpid(child, 0)
    with open("out.folded", encoding="utf-8") as file:
        check("burn_most" in file.read(), "no stacks")


TESTS = [value for value in list(globals().values())
         if callable(value) and getattr(value, "__module__", "") == "__main__" and value.__name__.count("_") >= 2
         and value.__name__ not in ("wait_for_beginning",)]


def cannot_record():
    said, code = record([*CLOCK, "--", "true"])
    return said or "no reason" if code else None


def main():
    sys.exit(1 if trials.run(TESTS, WANTED, cannot_record) else 0)


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    main()
