#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: record.left short fault RUN @bin@
"""
left.py BIN - flamegraph-record is killed (SIGKILL) while it records: the recorder that it started ends, and the next
run removes the folder that is left; no folder of a run that goes on, of another user, or that is somebody's own.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time

BIN = os.path.abspath(sys.argv[1])
LIMIT = 30  # seconds until something must have happened

# A recorder in the place of perf: it can record, leaves its process id, and goes on.
PERF = """#!%s
import os, sys, time
words = sys.argv[1:]
if any(word.endswith(".probe") for word in words):
    sys.exit(0)
with open("recorder.new", "w") as file:
    file.write(str(os.getpid()))
os.rename("recorder.new", "recorder")
time.sleep(600)
"""


def check(good, *facts):
    if not good:
        sys.exit("FAILED: " + " ".join(str(fact) for fact in facts))


def wait_until(good, what):
    end = time.time() + LIMIT
    while not good():
        check(time.time() < end, what)
        time.sleep(0.02)


def is_there(pid):
    """A process that has ended and was not waited for is none."""
    try:
        with open("/proc/%d/stat" % pid, errors="replace") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def folders():
    return sorted(name for name in os.listdir(".") if name.startswith("flamegraph-record."))


def start(*options):
    """flamegraph-record that records, and the process id of its recorder."""
    if os.path.exists("recorder"):
        os.unlink("recorder")
    process = subprocess.Popen([BIN + "/flamegraph-record", *options], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    wait_until(lambda: os.path.exists("recorder") or process.poll() is not None, "no recorder")
    if process.poll() is not None:
        check(False, "it does not record:", process.stderr.read().decode())
    with open("recorder") as file:
        return process, int(file.read())


def kill(process):
    process.kill()
    process.wait()


def sweep():
    """A run that fails before it records anything; what it says."""
    done = subprocess.run([BIN + "/flamegraph-record", "--profiler", "perf", "--", "./no-such-command"],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=LIMIT,
                          check=False)
    return done.stderr.decode()


def the_recorder_ends(*options):
    process, recorder = start(*options)
    check(is_there(recorder), "the recorder ended by itself")
    kill(process)
    wait_until(lambda: not is_there(recorder), "the recorder goes on")
    check(len(folders()) == 1, folders())
    name = folders()[0]
    # A recording may be a folder; what a link leads to is not in it.
    os.makedirs(name + "/xctrace.trace/run/core")
    os.makedirs("elsewhere", exist_ok=True)
    with open(name + "/xctrace.trace/run/core/table", "w"), open("elsewhere/file", "w"):
        pass
    os.symlink("../../elsewhere", name + "/xctrace.trace/link")
    said = sweep()
    check(folders() == [] and name in said, folders(), said)
    check(os.listdir("elsewhere") == ["file"], "a link was followed")


def folders_of_others_stay():
    first, one = start("--profiler", "perf", "--", "true")
    own = folders()
    second, two = start("--profiler", "perf", "--output-dir", ".", "--", "true")
    check(len(own) == 1 and own[0] in folders() and len(folders()) == 2, "a folder in use is gone:", own, folders())
    sweep()
    check(len(folders()) == 2, "a folder in use is gone:", own, folders())
    kill(first)
    wait_until(lambda: not is_there(one), "the recorder goes on")
    sweep()
    check(len(folders()) == 1 and own[0] not in folders(), own, folders())
    second.terminate()
    second.wait()
    wait_until(lambda: not is_there(two), "the recorder goes on")
    for name in folders():
        shutil.rmtree(name)


def what_is_left_for_the_user_stays():
    """The recording cannot be read: the folder is for another try, and the message names it."""
    with open("path/perf", "w") as file:
        file.write('#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\necho "no recording" >"$2"\n')
    done = subprocess.run([BIN + "/flamegraph-record", "--profiler", "perf", "--perf-args=-q", "--", "true"],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=LIMIT,
                          check=False)
    check(done.returncode == 1 and b"the recording is kept" in done.stderr and len(folders()) == 1, done, folders())
    kept = folders()[0]
    sweep()
    check(folders() == [kept] and os.listdir(kept) == ["perf.data"], folders())
    shutil.rmtree(kept)


def names_prove_nothing():
    """Folders that look like ours, and are not."""
    os.mkdir("mine", 0o700)
    with open("mine/lock", "w"), open("mine/data", "w"):
        pass
    os.symlink("mine", "flamegraph-record.aaaaaa")
    os.mkdir("flamegraph-record.bbbbbb", 0o700)
    with open("flamegraph-record.bbbbbb/data", "w"):
        pass
    os.mkdir("flamegraph-record.cccccc", 0o700)
    os.symlink("../mine/lock", "flamegraph-record.cccccc/lock")
    os.mkdir("flamegraph-record.ddddddd", 0o700)
    with open("flamegraph-record.ddddddd/lock", "w"):
        pass
    kept = folders()
    if os.geteuid() == 0:
        os.mkdir("flamegraph-record.eeeeee", 0o700)
        with open("flamegraph-record.eeeeee/lock", "w"):
            pass
        os.chown("flamegraph-record.eeeeee", 12345, 12345)
        kept = folders()
    sweep()
    check(folders() == kept, kept, folders())
    check(sorted(os.listdir("mine")) == ["data", "lock"], os.listdir("mine"))


def main(work):
    os.chdir(work)
    os.mkdir("path")
    with open("path/perf", "w") as file:
        file.write(PERF % sys.executable)
    os.chmod("path/perf", 0o755)
    os.environ["PATH"] = work + "/path:" + os.environ["PATH"]
    os.environ["TERM"] = "dumb"
    the_recorder_ends("--profiler", "perf", "--", "true")  # through a pipe
    the_recorder_ends("--profiler", "perf", "--perf-args=-q", "--", "true")  # into a file
    folders_of_others_stay()
    probe = subprocess.run([BIN + "/record-stacks", "-o", "probe", "--", "true"], stdout=subprocess.DEVNULL,
                           stderr=subprocess.PIPE, check=False) if os.path.exists(BIN + "/record-stacks") else None
    if probe and probe.returncode == 0:
        with open("command", "w") as file:
            file.write(PERF % sys.executable)
        os.chmod("command", 0o755)
        the_recorder_ends("--profiler", "events", "--", "./command")  # it ends its command
    else:
        print("nothing can be recorded here: record-stacks is not tried")
    what_is_left_for_the_user_stays()
    names_prove_nothing()
    os.chdir("/")


with tempfile.TemporaryDirectory() as folder:
    main(folder)
