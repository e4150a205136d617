#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""view.py BIN FIXTURES short|long - flamegraph-view in tmux: every key, sizes, kinds of terminals, hostile names,
and what is left of the terminal after keys, signals and resizes. Exit 77: tmux is missing."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from screen import Screen, can_run, check, failures

BIN, FIXTURES, KIND = sys.argv[1:4]
PROFILE = """main;parse;read 300
main;parse;read;read;read 100
main;parse;check 100
main;draw;line 200
main;draw;check 100
other;wait 200
"""
HOSTILE = "main;\033]0;owned\007 5\nmain;\033[2J\033[31mred 5\nmain;\u202eevil\u200b 5\nmain;\x9b1m\xff 5\nm\u0301;\u4e2d\u6587 5\n"
def profile(text, name="p.folded"):
    path = os.path.join(FOLDER, name)
    with open(path, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape"))
    return path


def details(text):
    """The line about what is selected."""
    return text.rstrip("\n").split("\n")[-2]


def every_key_does_what_it_says():
    screen = Screen(BIN, f"flamegraph-view {profile(PROFILE)}")
    screen.until(r"all \(1,000 samples, 100%\)", "the root is drawn")
    text = screen.until(r"main 80\.00%.*other 20\.00%", "shares")
    check(re.search(r"parse 50\.00%.*", text) and "draw 30.00%" in text, "children", text)
    steps = [
        ("Down", r"main \(800 samples, 80\.00%\)"),
        ("Right", r"other \(200 samples, 20\.00%\)"),
        ("Left", r"main \(800 samples, 80\.00%\)"),
        ("Down", r"draw \(300 samples, 30\.00%\)"),
        ("Right", r"parse \(500 samples, 50\.00%\)"),
        ("Enter", r"zoomed"),
        ("End", r"(check|read) \("),
        ("Home", r"all \(1,000 samples"),
        ("0", r"Esc: back"),
        ("/", r"Search:"),
        ("r", r"Search: r"),
        ("e", r"50\.00% match re|match re"),
        ("Enter", r"40\.00% match re"),
        ("n", r"read \("),
        ("N", r"read \("),
        ("Tab", r"any case"),
        ("Escape", r"Esc: back"),
    ]
    for key, pattern in steps:
        screen.press(key)
        screen.until(pattern, f"key {key}")
    for key in ("Escape", "Escape", "Escape", "Home", "Down", "Down", "Right"):
        screen.press(key)
        time.sleep(0.1)
    screen.until(r"parse \(500 samples", "parse is selected")
    screen.press("f")
    text = screen.until(r"parse: callers and callees", "focus")
    check("[2 Sandwich]" in text and re.search(r"main.*\n.*parse", text), "callers above the function", text)
    screen.press("Escape")
    screen.until(r"\[1 Graph\]", "back from the focus")
    screen.press("h")
    text = screen.until(r"parse hidden", "hide")
    check("parse 50" not in text, "hidden frames are gone", text)
    screen.press("Escape")
    screen.until(r"parse 50\.00%", "hidden frames are back")
    screen.press("x")
    screen.until(r"parse left out", "leave out: a step back selects the function again")
    screen.press("Escape")
    screen.press("r")
    text = screen.until(r"leaf first", "reversed")
    check(re.search(r"read 40\.00%", text), "leaves at the root", text)
    screen.press("Escape")
    screen.press("u")
    screen.until(r"recursion folded", "folded")
    screen.until("read \u00d73", "the folded frame has its number")
    screen.press("Escape")
    screen.press("o")
    text = screen.until(r"by width", "order")
    check(re.search(r"parse.*draw", text), "the widest first", text)
    screen.press("Escape")
    screen.press("i")
    screen.until(r"(?s)main 80.*\n.*all \(1,000 samples, 100%\)", "flipped")
    screen.press("i")
    screen.press("3")
    text = screen.until(r"\[3 Table\]", "table")
    check(re.search(r"self\s+self %\s+total\s+total %", text) and re.search(r"400\s+40\.00%.*read", text),
          "the table's rows", text)
    screen.press("o")
    screen.until(r"total %.*\n\s+0\s+0\.00%\s+800\s+80\.00%.*main", "sorted by total")
    screen.press("/", "check", "Enter")
    text = screen.until(r"1 functions match check", "the search filters the table")
    check("main" not in text.split("\n", 3)[3].split("match")[0].replace("check", ""), "rows are gone", text)
    screen.press("Enter")
    text = screen.until(r"check: callers and callees", "Enter in the table")
    check(re.search(r"draw.*\n?", text), "callers", text)
    screen.press("?")
    screen.until(r"Arrows +from frame to frame", "help")
    screen.press("NPage")
    screen.until(r"Mouse", "help scrolls")
    screen.press("?")
    screen.until(r"Arrows", "help ends", absent=True)
    screen.press("b")
    screen.until(r"Nothing is compared", "b without two profiles")
    screen.press("d")
    screen.until(r"does not change", "d without snapshots")
    screen.press("c")
    screen.until(r"sent to the terminal's clipboard|Nothing", "copied")
    screen.press("1")
    screen.until(r"\[1 Graph\]", "the graph again")
    screen.press("w", "C-u")
    screen.tmux("send-keys", "-l", os.path.join(FOLDER, "out.folded"))
    screen.press("Enter")
    screen.until(r"Written: ", "written")
    with open(os.path.join(FOLDER, "out.folded"), encoding="utf-8") as file:
        check(sorted(file.read().split("\n")) == sorted(PROFILE.split("\n")), "what was written is what is seen")
    screen.press("w", "C-u")
    screen.tmux("send-keys", "-l", os.path.join(FOLDER, "out.svg"))
    screen.press("Enter")
    screen.until(r"Written: .*svg", "a picture is written")
    with open(os.path.join(FOLDER, "out.svg"), encoding="utf-8") as file:
        check("</svg>" in file.read(), "the picture is whole")
    screen.press("q")
    screen.check_restored("q", 0)
    screen.end()


def short_keys_do_what_long_ones_do():
    screen = Screen(BIN, f"flamegraph-view {profile(PROFILE)}")
    screen.until(r"all \(1,000 samples", "drawn")
    screen.tmux("set", "-s", "set-clipboard", "on")
    for key, pattern in (("j", r"main \(800"), ("j", r"draw \(300"), ("l", r"parse \(500"), ("C", "clipboard"),
                         ("k", r"main \(800"), ("2", r"main: callers and callees"), ("Escape", r"\[1 Graph\]"),
                         ("NPage", r"(read|line|check) \("), ("PPage", r"all \(1,000"), ("C-l", r"all \(1,000")):
        screen.press(key)
        screen.until(pattern, f"key {key}")
    check(screen.tmux("show-buffer") == "main;parse", "the stack is in the clipboard", screen.tmux("show-buffer"))
    screen.press("j", "c")
    screen.until("clipboard", "copied")
    check(screen.tmux("show-buffer") == "main", "the name is in the clipboard", screen.tmux("show-buffer"))
    screen.press("q")
    screen.check_restored("short keys", 0)
    screen.end()


def press_mouse(screen, button, row, column):
    """A button, or the wheel (64: up, 65: down), pressed and released at a cell from 0 on, as xterm says it."""
    sequence = f"\033[<{button};{column + 1};{row + 1}M\033[<{button};{column + 1};{row + 1}m"
    screen.tmux("send-keys", "-H", *[f"{byte:02x}" for byte in sequence.encode()])


def cell_of(text, word):
    lines = text.split("\n")
    row = next(i for i, line in enumerate(lines) if word in line)
    return row, lines[row].index(word)


def the_mouse_selects_zooms_and_scrolls():
    screen = Screen(BIN, f"flamegraph-view {profile(PROFILE)}")
    text = screen.until(r"draw 30\.00%", "drawn")
    place = cell_of(text, "draw 30")
    press_mouse(screen, 0, *place)
    screen.until(r"draw \(300 samples, 30\.00%\)", "a click selects")
    press_mouse(screen, 0, *place)
    screen.until(r"zoomed", "a click at what is selected zooms")
    screen.press("Escape", "Home")
    screen.until(r"all \(1,000 samples", "the root")
    press_mouse(screen, 65, *place)
    screen.until(r"(read|check|line) \(", "the wheel goes three rows down")
    press_mouse(screen, 64, *place)
    screen.until(r"all \(1,000 samples", "and up")
    screen.press("3")
    text = screen.until(r"\[3 Table\]", "table")
    press_mouse(screen, 0, *cell_of(text, "line"))
    time.sleep(0.1)
    screen.press("Enter")
    screen.until(r"line: callers and callees", "a click selects a row")
    screen.press("q")
    screen.check_restored("the mouse", 0)
    screen.end()


def other_locales_get_ascii():
    screen = Screen(BIN, f"flamegraph-view {profile(HOSTILE, 'h.folded')}", LC_ALL="C")
    text = screen.until(r"(?s)owned\?.*all \(", "drawn")
    for key in ("3", "?", "?", "1", "u", "r"):
        check(text.isascii(), "nothing but ASCII is drawn", text)
        screen.press(key)
        time.sleep(0.1)
        text = screen.text()
    screen.press("q")
    screen.check_restored("ASCII", 0)
    screen.end()


DIRECT = r"""xterm-direct|colours of 24 bits,
\tRGB, colors#0x1000000, pairs#0x7fff,
\tsetaf=\E[38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm,
\tsetab=\E[48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm,
\tuse=xterm-256color,
"""


def colors_are_those_of_the_terminal():
    source = profile(DIRECT.replace(r"\t", "\t"), "direct.ti")
    subprocess.run(["tic", "-x", "-o", FOLDER, source], check=True, capture_output=True)
    kinds = [("xterm-256color", {}, r"\033\[[0-9;]*48;5;\d+m"), ("xterm", {}, r"\033\[[0-9;]*4[0-7]m"),
             ("xterm-256color", {"COLORTERM": "truecolor", "TERMINFO": FOLDER}, r"\033\[[0-9;]*48;2;\d+;\d+;\d+m"),
             ("xterm-256color", {"NO_COLOR": "1"}, None), ("vt100", {}, None)]
    for term, more, pattern in kinds:
        screen = Screen(BIN, f"flamegraph-view {profile(PROFILE)}", term=term, **{"COLORTERM": "", "NO_COLOR": "", **more})
        screen.until(r"main.80\.00%", f"{term} {more}")
        raw = screen.tmux("capture-pane", "-p", "-e")
        found = re.search(pattern or r"\033\[[0-9;]*(4[0-7]|48;[0-9;]+)m", raw)
        check(bool(found) == bool(pattern), f"colours of {term} {more}", repr(raw))
        screen.press("q")
        screen.check_restored(f"{term} {more}", 0)
        screen.end()


def the_profile_may_come_through_a_pipe():
    screen = Screen(BIN, f"cat {profile(PROFILE)} | flamegraph-view")
    screen.until(r"standard input", "the name of a pipe")
    screen.press("Down")
    screen.until(r"main \(800 samples, 80\.00%\)", "keys come from the terminal")
    screen.press("q")
    screen.check_restored("a pipe", 0)
    screen.end()


def two_files_are_compared():
    after = PROFILE.replace("wait 200", "wait 100") + "main;fresh 100\n"
    screen = Screen(BIN, f"flamegraph-view {profile(PROFILE)} {profile(after, 'after.folded')}", term="xterm-mono",
                    NO_COLOR="1")
    text = screen.until(r"widths: after", "the columns")
    check(re.search(r"\+fresh|\+\.\.|\+main", text) and "-other" in text, "signs of the change", text)
    screen.press("Down", "Right")
    screen.until(r"other \(100 samples, 10\.00%; was 200, 20\.00%; -10\.00%\)", "the change of a frame")
    screen.press("b")
    screen.until(r"widths: before", "the widths of the first")
    screen.press("3", "o", "o")
    screen.until(r"(?s)function\n.*?(fresh|wait|other)", "sorted by change")
    screen.press("q")
    screen.check_restored("q", 0)
    screen.end()


def hostile_names_are_harmless(term="xterm-256color"):
    screen = Screen(BIN, f"flamegraph-view {profile(HOSTILE, 'h.folded')}", term=term)
    screen.until(r"\?\]0.*\n.*owned\?", "control characters are shown as ?")
    raw = screen.tmux("capture-pane", "-p", "-e")
    check("\u202e" not in raw and "\u200b" not in raw and "\x9b" not in raw and "\033[31mred" not in raw,
          "nothing of a name reaches the terminal", raw)
    check(screen.tmux("display", "-p", "#{pane_title}").strip() != "owned", "the title is not set by a name")
    screen.press("3")
    screen.until(r"\?\[2J\?\[31mred", "in the table, too")
    screen.press("c", "C", "q")
    screen.check_restored("hostile names", 0)
    screen.end()


def dumb_terminals_get_text():
    path = profile(PROFILE)
    text = subprocess.run([f"{BIN}/flamegraph", "--text", path], capture_output=True, check=True).stdout
    for environment in ({"TERM": "dumb"}, {"TERM": "xterm"}):
        seen = subprocess.run([f"{BIN}/flamegraph-view", path], capture_output=True, check=False,
                              env={**os.environ, **environment})
        check(seen.returncode == 0 and seen.stdout == text, "no terminal: as flamegraph --text", seen)
    screen = Screen(BIN, f"flamegraph-view {path}", term="dumb")
    screen.until(r"(?s)\|all .*ended 0", "TERM=dumb prints")
    screen.end()


def sizes(kinds):
    for columns, rows, term in kinds:
        screen = Screen(BIN, f"flamegraph-view {profile(PROFILE)}", columns=columns, rows=rows, term=term)
        text = screen.until(r"all", f"{columns}x{rows} {term}")
        check(all(len(line) <= columns for line in text.split("\n")), "lines fit", text)
        for key in ("Down", "Down", "Enter", "3", "Down", "?", "Down", "?", "1", "r", "Escape", "PageDown"):
            screen.press(key)
        screen.press("q")
        screen.check_restored(f"{columns}x{rows} {term}", 0)
        screen.end()


def a_signal_leaves_the_terminal_as_it_was(number):
    path = profile(PROFILE)
    screen = Screen(BIN, f"sh -c \"echo \\$\\$ > {FOLDER}/pid; exec flamegraph-view {path}\"")
    screen.until(r"main 80\.00%", "drawn")
    with open(f"{FOLDER}/pid", encoding="utf-8") as file:
        os.kill(int(file.read()), number)
    screen.check_restored(f"signal {number}", 128 + number)
    screen.end()


def resizes_are_followed(count):
    screen = Screen(BIN, f"flamegraph-view {profile(PROFILE)}")
    screen.until(r"main 80\.00%", "drawn")
    for i in range(count):
        screen.tmux("resize-window", "-x", str(20 + i * 37 % 200), "-y", str(5 + i * 11 % 60))
    screen.tmux("resize-window", "-x", "120", "-y", "30")
    text = screen.until(r"main 80\.00% {70}", "drawn in the last size")
    check(max(len(line) for line in text.split("\n")) > 100, "the whole width is used", text)
    screen.press("q")
    screen.check_restored("resizes", 0)
    screen.end()


def short():
    every_key_does_what_it_says()
    short_keys_do_what_long_ones_do()
    the_profile_may_come_through_a_pipe()
    the_mouse_selects_zooms_and_scrolls()
    other_locales_get_ascii()
    colors_are_those_of_the_terminal()
    two_files_are_compared()
    hostile_names_are_harmless()
    dumb_terminals_get_text()
    sizes([(20, 5, "xterm-256color"), (200, 50, "screen")])
    a_signal_leaves_the_terminal_as_it_was(signal.SIGTERM)
    resizes_are_followed(10)


def long():
    hostile_names_are_harmless("screen")
    sizes([(columns, rows, term) for columns, rows in ((20, 5), (40, 10), (80, 24), (132, 43), (500, 200))
           for term in ("xterm-256color", "screen", "xterm", "vt100")])
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        a_signal_leaves_the_terminal_as_it_was(number)
    resizes_are_followed(300)


if not can_run():
    sys.exit(77)
FOLDER = tempfile.mkdtemp()
{"short": short, "long": long}[KIND]()
shutil.rmtree(FOLDER, ignore_errors=True)
print("failed" if failures else "the viewer holds")
sys.exit(bool(failures))
