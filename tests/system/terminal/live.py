#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: terminal.live short cli sanitize RUN @bin@ short
# ctest: terminal.live-long long real SERIAL RUN @bin@ long
"""live.py BIN short|long - snapshots: flamegraph-view in tmux with a pipe that this test writes, and what is left
when the writer is killed; long: with perf as the writer, and memory while new stacks come. Exit 77: something is missing."""

import concurrent.futures
import itertools
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from screen import Screen, can_run, check, failures

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "recordings"))
import perfdata  # noqa: E402 pylint: disable=wrong-import-position

BIN, KIND = sys.argv[1:3]
EXIT = 4  # of the records that perfdata does not write


def snapshot(number, *lines):
    return f"# flambeau: snapshot={number}\n" + "".join(f"{line}\n" for line in lines) + f"# flambeau: end={number}\n"


class Feeder:
    """The writing end of a pipe that a viewer reads."""

    def __init__(self, columns=80, rows=24):
        self.fifo = os.path.join(FOLDER, f"fifo{time.monotonic_ns()}")
        os.mkfifo(self.fifo)
        self.screen = Screen(BIN, f"flamegraph-view < {self.fifo}", columns=columns, rows=rows)
        self.file = open(self.fifo, "w", encoding="utf-8")

    def write(self, text):
        self.file.write(text)
        self.file.flush()

    def end(self):
        if not self.file.closed:
            self.file.close()
        self.screen.end()


def snapshots_are_shown_as_they_come():
    feeder = Feeder()
    screen = feeder.screen
    screen.until(r"-m 4", "a pipe without a byte: what may be wrong")
    feeder.write("# flambeau: snapshot=1\nmain;a 1\n")
    screen.until(r"live", "the stream is one of snapshots")
    check("main" not in screen.text(), "half a snapshot is not shown", screen.text())
    feeder.write("main;b 3\n# flambeau: end=1\n")
    screen.until(r"(?s)live #1.*a 25\.00%.*b 75\.00%", "the first snapshot")
    screen.press("Down", "Down", "Right")
    screen.until(r"b \(3 samples, 75\.00%\)", "b is selected")
    screen.press("Enter")
    screen.until("zoomed", "b fills the width")
    feeder.write(snapshot(2, "main;a 8", "main;b 2", "new;c 10"))
    screen.until(r"b \(2 samples, 10\.00%\)", "selection and zoom stay by name")
    check("zoomed" in screen.text(), "the zoom stays", screen.text())
    feeder.write(snapshot(3, "main;a 8"))
    screen.until(r"#3", "what was zoomed is gone")
    feeder.write(snapshot(4, "main;a 8", "main;b 2", "new;c 10"))
    screen.until(r"(?s)#4.*b \(2 samples, 10\.00%\)", "it comes back, and is zoomed again")
    screen.press("0")
    screen.until(r"new 50\.00%", "everything again")
    screen.press("Space")
    screen.until(r"paused", "paused")
    feeder.write(snapshot(5, "late;x 1"))
    time.sleep(0.3)
    check("#4" in screen.text() and "late" not in screen.text(), "nothing changes while paused", screen.text())
    screen.press("Space")
    screen.until(r"(?s)live #5.*late 100\.00%", "the newest is shown when it goes on")
    feeder.write(snapshot(6))
    screen.until(r"(?s)#6.*-m 4", "an empty snapshot says what may be wrong")
    feeder.write(snapshot(7, "main;a 5", "main;b 5"))
    screen.until(r"(?s)#7.*a 50\.00%", "and the next is shown")
    screen.press("3")
    feeder.write(snapshot(8, "main;a 9", "main;b 1"))
    text = screen.until(r"(?s)#8.*change", "the table has the change since the last snapshot")
    check(re.search(r"\+40\.00 .* a\b", text) and re.search(r"-40\.00 .* b\b", text), "changes in percentage points", text)
    screen.press("1", "d")
    screen.until(r"widths: after", "compared with this moment")
    feeder.write(snapshot(9, "main;a 9", "main;b 1", "started;s 10"))
    screen.until(r"(?s)#9.*started 50\.00% \+10\b", "what has started since is named")
    screen.press("3", "o", "o")
    screen.until(r"total after.*\n.*started|total after.*\n.*\bs\b", "and is first by change")
    screen.press("1", "d")
    screen.until(r"No longer compared", "no longer compared")
    feeder.write("# flambeau: snapshot=10\nmain;half 1")
    feeder.file.close()
    screen.until(r"ended #9", "the end of the input: the last whole snapshot stays")
    screen.press("Home", "Down")
    screen.until(r"main \(10 samples, 50\.00%\)", "keys still work")
    screen.press("q")
    screen.check_restored("q", 0)
    feeder.end()


def a_writer_that_is_killed_leaves_its_last_snapshot():
    script = os.path.join(FOLDER, "writer")
    with open(script, "w", encoding="utf-8") as file:
        file.write(f"echo $$ > {FOLDER}/writer.pid\ncat {FOLDER}/one\nexec sleep 1000\n")
    with open(os.path.join(FOLDER, "one"), "w", encoding="utf-8") as file:
        file.write(snapshot(1, "main;a 1"))
    screen = Screen(BIN, f"exec 2>/dev/null; sh {script} | flamegraph-view")
    screen.until(r"live #1", "the snapshot")
    with open(f"{FOLDER}/writer.pid", encoding="utf-8") as file:
        os.kill(int(file.read()), signal.SIGKILL)
    screen.until(r"ended #1", "the writer was killed")
    screen.quit("q")


def hostile_snapshots_are_harmless():
    feeder = Feeder()
    feeder.write("# flambeau: snapshot=1\n# flambeau: snapshot=2\n# flambeau: end=1\nx 1\n" + "a" * 100000 + ";b 3\n" +
                 "".join("# flambeau: end=99999999999999999999999\n" for _ in range(1000)) +
                 "main;\033]0;owned\007 9\n# flambeau: end=2\n")
    feeder.screen.until(r"live #2", "the only whole one")
    check(feeder.screen.tmux("display", "-p", "#{pane_title}").strip() != "owned", "the title is not set by a name")
    feeder.write(snapshot(3, "a;b 18446744073709551615", "a;c 18446744073709551615"))
    feeder.screen.until(r"too large", "counts that do not fit")
    feeder.write(snapshot(4, "fine;b 1"))
    feeder.screen.until(r"fine 100\.00%", "the next one is shown")
    feeder.screen.press("q")
    feeder.screen.check_restored("q", 0)
    feeder.end()


def one_profile_in_a_slow_pipe():
    feeder = Feeder()
    feeder.screen.until(r"-m 4", "nothing has come yet")
    feeder.write("main;a 1\nmain;b 1\n")
    feeder.file.close()
    feeder.screen.until(r"a 50\.00%", "the profile")
    feeder.screen.press("q")
    feeder.screen.check_restored("q", 0)
    feeder.end()
    feeder = Feeder()
    feeder.write("no stacks here\n")
    feeder.file.close()
    feeder.screen.until(r"no format recognised", "an error is read on the terminal as it was")
    feeder.screen.check_restored("an error", 1)
    feeder.end()


def memory_of(pid):
    """Kilobytes that are not those of files."""
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return int(re.search(r"RssAnon:\s+(\d+)", file.read())[1])


def memory_stays_flat(writer, words, seconds):
    """collapse-perf reads what a writer writes; its memory after a third of the time, and at the end."""
    feeder = subprocess.Popen(writer, stdout=subprocess.PIPE)
    collapse = subprocess.Popen([f"{BIN}/collapse-perf", "-q", *words], stdin=feeder.stdout, stdout=subprocess.DEVNULL)
    time.sleep(seconds / 3)
    early = memory_of(collapse.pid)
    time.sleep(seconds * 2 / 3)
    late = memory_of(collapse.pid)
    check(feeder.poll() is None and collapse.poll() is None, "the writer and collapse-perf run to the end")
    for process in (feeder, collapse):
        process.kill()
        process.wait()
    check(late <= early * 1.1 + 1024, "memory", f"{early} kB early, {late} kB late")
    print(f"memory of collapse-perf: {early} kB, {late} kB {seconds * 2 // 3} s later")


def write_jobs(output):
    """A recording of 500 processes a second, each with 40 files that are mapped and a stack of its own: 30 s of it
    have as many processes as 13 minutes in which 19 a second are started."""
    pid, now, files = 0x5A5A5A5A, 0x5B5B5B5B5B5B5B5B, [f"/nowhere/lib{i}.so" for i in range(40)]
    sample = {"comm": "job", "pid": pid, "tid": pid, "cpu": 0, "time": now, "period": 1, "event": "cpu-clock",
              "frames": [("[unknown]", file) for file in files]}
    recording = perfdata.Recording([sample])
    task = recording.pack("IIIIQ", pid, 1, pid, 1, now)
    maps = [recording.beside(perfdata.MMAP2, recording.pack(
        "IIQQQIIQQII", pid, pid, perfdata.MODULES + 0x10000 * recording.modules[file], 0x1000, 0, 8, 1, 99, 1, 5, 2) +
        recording.text(file), sample, now) for file in files]
    job = b"".join([recording.beside(perfdata.FORK, task, sample, now),
                    recording.beside(perfdata.COMM, recording.pack("II", pid, pid) + recording.text("job"), sample, now),
                    *maps, b"STACK", recording.beside(EXIT, task, sample, now)])
    recording.samples = []
    output.write(recording.pipe())
    end = recording.record(perfdata.FINISHED_ROUND, b"")
    begin, numbers = time.monotonic(), random.Random(1)
    for i in itertools.count():
        sample["frames"] = [("[unknown]", numbers.choice(files)) for _ in range(12)]
        text = job.replace(b"STACK", recording.sample(sample))
        text = text.replace(recording.pack("I", pid), recording.pack("I", 1000 + i % 4000000))
        output.write(text.replace(recording.pack("Q", now), recording.pack("Q", (i + 1) * 2000000)))
        if i % 50 == 49:
            output.write(end)
            output.flush()
            time.sleep(max(0, begin + i / 500 - time.monotonic()))


def memory_stays_flat_while_processes_come_and_go(seconds):
    """Processes that have ended, and their maps, leave the window as stacks do."""
    memory_stays_flat([sys.executable, "-B", __file__, BIN, "jobs"], ["--live=100ms", "--window=1s"], seconds)


def memory_stays_flat_while_new_stacks_come(seconds):
    """Stacks that were never there before, of the same functions: only those of the window are kept."""
    writer = ("import sys, itertools\n"
              "for i in itertools.count():\n"
              "    frames = ''.join(f'\\tffff{i % 97:04x} f{i // 97**k % 97} (lib)\\n' for k in range(5))\n"
              "    sys.stdout.write(f'prog 1 {i / 1000:.6f}: 1 cycles:\\n{frames}\\n')\n"
              "    if i % 500 == 0:\n        sys.stdout.flush(); __import__('time').sleep(0.02)\n")
    memory_stays_flat([sys.executable, "-c", writer], ["--live=100ms", "--window=1s"], seconds)


BUSY = "#include <time.h>\nvolatile long x;\nvoid NAME_loop(void) { for (;;) x++; }\nint main(void) { NAME_loop(); }\n"


def perf_shows_what_starts_and_what_ends():
    if not shutil.which("perf") or not shutil.which("gcc") or subprocess.run(
            "perf record -q -e cpu-clock -a -g -o - true >/dev/null 2>&1", shell=True, check=False).returncode != 0:
        print("skipped: perf cannot record here")
        return
    for name in ("first", "second"):
        with open(f"{FOLDER}/{name}.c", "w", encoding="utf-8") as file:
            file.write(BUSY.replace("NAME", name))
        subprocess.run(["gcc", "-O0", "-o", f"{FOLDER}/{name}", f"{FOLDER}/{name}.c"], check=True)
    first = subprocess.Popen([f"{FOLDER}/first"])
    second = None
    screen = Screen(BIN, "perf record -q -e cpu-clock -F 99 -m 4 -a -g -o - 2>/dev/null | "
                    "collapse-perf -q --live 1s --window 4s | flamegraph-view", columns=200, rows=50)
    try:
        screen.press("/", "_loop", "Enter")
        screen.until(r"first_loop", "the program that runs")
        screen.press("d")
        screen.until(r"widths: after", "compared")
        second = subprocess.Popen([f"{FOLDER}/second"])
        screen.until(r"second_loop", "the program that started")
        screen.press("d")
        first.kill()
        screen.until(r"first_loop", "the program that was killed leaves the window", absent=True)
        screen.press("q")
        screen.until(r"ended", "the end")
    finally:
        for process in (first, second):
            if process:
                process.kill()
                process.wait()
        screen.end()


def can_record():
    """Can everything that runs be recorded here?"""
    return subprocess.run([f"{BIN}/record-stacks", "-q", "-e", "cpu-clock", "-a", "--duration", "0.01", "-o", "/dev/null"],
                          capture_output=True, check=False).returncode == 0


def the_viewer_has_the_keys_of_a_pipeline_with_job_control():
    """record-stacks makes itself the foreground; the viewer behind it takes the terminal back."""
    screen = Screen(BIN, "bash --norc -i -c \"record-stacks -q -e cpu-clock -F 99 -a | collapse-perf -q --live 200ms "
                    "--window 5s | flamegraph-view\"")
    screen.until(r"live #2", "snapshots")
    screen.press("3")
    screen.until(r"\[3 Table\]", "keys reach the viewer")
    screen.quit("q")


def a_stopped_viewer_goes_on():
    """Ctrl-Z gives the terminal back to the shell, fg draws the picture again."""
    path = os.path.join(FOLDER, "stopped.folded")
    with open(path, "w", encoding="utf-8") as file:
        file.write("main;a 1\nmain;b 3\n")
    for command in (f"flamegraph-view {path}", f"flamegraph-view {path} &"):
        screen = Screen(BIN, "bash --norc -i")
        screen.until(r"\$|#", "a shell")
        screen.press(command, "Enter")
        if not command.endswith("&"):
            screen.until(r"b 75\.00%", "drawn")
            screen.press("C-z")
        for _ in range(100):  # a shell tells of jobs before its next prompt
            if "Stopped" in screen.text():
                break
            time.sleep(0.1)
            screen.press("Enter")
        screen.until(r"Stopped", "stopped")
        screen.press("stty -a | grep -o -e -.icanon -e -.echo; echo on-$((1+1))", "Enter")
        text = screen.until(r"on-2", "the shell reads lines")
        check("-icanon" not in text.replace("grep -o -e -.icanon", ""), "the terminal is the shell's", text)
        screen.press("clear; fg", "Enter")
        screen.until(r"b 75\.00%", "drawn again")
        screen.press("Down")
        screen.until(r"main \(4 samples", "keys")
        screen.press("q")
        screen.until(r"b 75", "gone", absent=True)
        screen.press("exit", "Enter")
        screen.check_restored("after Ctrl-Z", 0)
        screen.end()


def one_command_shows_what_a_command_does():
    script = os.path.join(FOLDER, "busy.sh")
    with open(script, "w", encoding="utf-8") as file:
        file.write("echo printed; while :; do :; done\n")
    screen = Screen(BIN, f"flamegraph-record --live=200ms --window 5s -e cpu-clock -- sh {script}")
    text = screen.until(r"(?s)live #3.*sh 100\.00%", "the graph moves")
    check("printed" not in text, "the command does not print into the picture", text)
    screen.press("q")
    text = screen.until(r"printed", "what it printed comes at the end")
    screen.check_restored("q", 0)
    check(subprocess.run(["pgrep", "-f", script], capture_output=True, check=False).returncode == 1, "the command has ended")
    screen.end()
    screen = Screen(BIN, "flamegraph-record --live=200ms -e cpu-clock -- sh -c \"i=0; while [ \\$i -lt 99999 ]; do i=\\$((i+1)); done\"")
    screen.until(r"(?s)ended #.*sh 100\.00%", "the command has ended by itself: its last picture stays")
    screen.quit("the end of the command")


def short():
    snapshots_are_shown_as_they_come()
    a_writer_that_is_killed_leaves_its_last_snapshot()
    hostile_snapshots_are_harmless()
    one_profile_in_a_slow_pipe()
    a_stopped_viewer_goes_on()
    if can_record():
        the_viewer_has_the_keys_of_a_pipeline_with_job_control()
        one_command_shows_what_a_command_does()
    else:
        print("skipped: nothing can be recorded here")


def long():
    perf_shows_what_starts_and_what_ends()
    with concurrent.futures.ThreadPoolExecutor() as pool:  # they wait most of the time
        for done in (pool.submit(memory_stays_flat_while_new_stacks_come, 30),
                     pool.submit(memory_stays_flat_while_processes_come_and_go, 30)):
            done.result()


if KIND == "jobs":
    write_jobs(sys.stdout.buffer)
if not can_run():
    sys.exit(77)
FOLDER = tempfile.mkdtemp()
{"short": short, "long": long}[KIND]()
shutil.rmtree(FOLDER, ignore_errors=True)
print("failed" if failures else "live views hold")
sys.exit(bool(failures))
