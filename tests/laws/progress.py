#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.progress short law sanitize threads RUN @bin@
"""progress.py BIN - the progress line: on a terminal, after a while, and nothing of it stays.

A terminal is emulated as far as it takes: CR, LF and "erase to the end of the line".
"""
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time
import zlib

BIN = sys.argv[1]
MANY = b"main;work 1\n" * 600000  # more than a chunk
LIMIT = 60  # seconds until the line has to be there, on a slow machine too
ERASE = b"\r\x1b[K"
failed = 0


def check(good, what, shown=b""):
    global failed
    if not good:
        failed += 1
        print(f"FAILED: {what}: {shown[-400:]!r}")


def screen(shown):
    """What stands there at the end."""
    lines, at = [""], 0
    for part in re.findall(r"\r|\n|\x1b\[K|[^\r\n\x1b]+|.", shown.decode("utf-8", "replace")):
        if part == "\r":
            at = 0
        elif part == "\n":
            lines.append("")
            at = 0
        elif part == "\x1b[K":
            lines[-1] = lines[-1][:at]
        else:
            lines[-1] = lines[-1][:at] + part + lines[-1][at + len(part):]
            at += len(part)
    return "\n".join(lines).rstrip("\n")


def run(command, pieces=(), until=None, term="xterm", stderr=None):
    """Feed the pieces: bytes, seconds to wait, or a function that makes more bytes, called until the line is there.

    Returns what appeared on the terminal, and when first. Stops the command as soon as `until`, a regular
    expression, is there."""
    ours, theirs = pty.openpty()
    shown, first, start = b"", None, time.monotonic()
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                             stderr=stderr or theirs, env={"LC_ALL": "C", "TERM": term})
    os.close(theirs)

    def look(seconds):
        nonlocal shown, first
        end = time.monotonic() + seconds
        while True:
            ready, _, _ = select.select([ours], [], [], max(0, end - time.monotonic()))
            if not ready:
                return True
            try:
                more = os.read(ours, 65536)
            except OSError:  # it was closed by the last process that had it open
                return False
            if not more:
                return False
            first = first or time.monotonic() - start
            shown += more

    def feed(data):
        child.stdin.write(data)
        child.stdin.flush()

    for piece in pieces:
        if isinstance(piece, bytes):
            feed(piece)
        elif callable(piece):
            end = time.monotonic() + LIMIT
            feed(piece())
            while look(0.2) and b" read" not in shown and time.monotonic() < end:
                feed(piece())
        else:
            look(piece)
    child.stdin.close()
    while look(0.05) and child.poll() is None:
        if until and re.search(until, shown):
            child.kill()
    child.wait()
    look(0)
    os.close(ours)
    return shown, first


TOOL = [os.path.join(BIN, "flamegraph"), "-j", "1"]


def many():
    return MANY


def a_pipe_shows_bytes_after_a_second():
    shown, first = run(TOOL + ["-o", os.devnull], [MANY, 1.4, many])
    updates = re.findall(rb"\r\x1b\[Kflamegraph: [\d.]+ [kM]?B read", shown)
    check(len(updates) >= 1, "there is a line", shown)
    check(first is None or first >= 0.9, f"nothing in the first second, but after {first}", shown)
    check(screen(shown) == "", "nothing stays", shown)


def a_file_shows_percent_and_time_left():
    """Chunks of a byte make the reading of a small file long."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(MANY)
        file.flush()
        collapse = [os.path.join(BIN, "collapse-perf"), "-j", "1", "--chunk-size", "1", file.name]
        shown, _ = run(collapse, until=rb"(?s)left.*left.*left")
    check(re.search(rb"collapse-perf: [\d.]+ [kM]?B of 7\.20 MB, \d+%, \d+ (s|min|h) left", shown),
          "share and time left", shown)
    for line in shown.split(ERASE)[1:]:
        check(len(line) < 80 and b"\n" not in line, "one short line", line)


def messages_stay_whole():
    shown, _ = run(TOOL + ["-v", "--no-sort", "-o", os.devnull],
                   [MANY, 1.4, many, b"no count here\n"])
    check(b" read" in shown, "there is a line", shown)
    lines = screen(shown).split("\n")
    check(any("no count at the end of the line" in line for line in lines), "the warning", shown)
    for line in lines:
        check(line.startswith("flamegraph: ") and " read" not in line, "a message: " + line, shown)


def a_message_takes_the_place_of_the_line():
    """Said while the line is there: damaged data come after a chunk that was shown."""
    if "gzip" in os.environ.get("WITHOUT", "").split():
        return
    packer = zlib.compressobj(wbits=31)

    def packed():
        return packer.compress(MANY) + packer.flush(zlib.Z_SYNC_FLUSH)

    shown, _ = run(TOOL + ["-o", os.devnull], [packed(), 1.4, packed, b"\xff" * 1000])
    check(re.search(rb" read\r\x1b\[Kflamegraph: .*damaged, noticed at byte \d+\r\n", shown),
          "erased before", shown)
    check(re.sub(r"\d+$", "N", screen(shown)) ==
          "flamegraph: standard input: the compressed data are damaged, noticed at byte N",
          "only the message stays", shown)


def nothing_where_nobody_looks():
    pieces = [MANY, 1.4, MANY]
    for what, words, term, stderr in [("-q", ["-q"], "xterm", None), ("dumb", [], "dumb", None)]:
        shown, _ = run(TOOL + words + ["-o", os.devnull], pieces, term=term, stderr=stderr)
        check(shown == b"", "nothing: " + what, shown)
    with tempfile.TemporaryFile() as file:
        run(TOOL + ["-o", os.devnull], pieces, stderr=file)
        file.seek(0)
        text = file.read()
    check(text == b"", "nothing in a file", text)


def quick_runs_show_nothing():
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"main 1\n")
        file.flush()
        shown, _ = run(TOOL + ["-o", os.devnull, file.name])
    check(shown == b"", "nothing", shown)


for test in (a_pipe_shows_bytes_after_a_second, a_file_shows_percent_and_time_left,
             messages_stay_whole, a_message_takes_the_place_of_the_line,
             nothing_where_nobody_looks, quick_runs_show_nothing):
    test()
print("failed" if failed else "the progress line behaves")
sys.exit(1 if failed else 0)
