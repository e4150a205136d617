#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: terminal.view short cli sanitize RUN @bin@ @fixtures@ short
# ctest: terminal.view-long long cli sanitize RUN @bin@ @fixtures@ long
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
    screen.until("read up to \u00d73", "the folded frame has its number")
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
    screen.quit("q")


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
    screen.quit("short keys")


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
    screen.quit("the mouse")


def other_locales_get_ascii():
    screen = Screen(BIN, f"flamegraph-view {profile(HOSTILE, 'h.folded')}", LC_ALL="C")
    text = screen.until(r"(?s)owned\?.*all \(", "drawn")
    for key in ("3", "?", "?", "1", "u", "r"):
        check(text.isascii(), "nothing but ASCII is drawn", text)
        screen.press(key)
        time.sleep(0.1)
        text = screen.text()
    screen.quit("ASCII")


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
        screen.quit(f"{term} {more}")


def the_profile_may_come_through_a_pipe():
    screen = Screen(BIN, f"cat {profile(PROFILE)} | flamegraph-view")
    screen.until(r"standard input", "the name of a pipe")
    screen.press("Down")
    screen.until(r"main \(800 samples, 80\.00%\)", "keys come from the terminal")
    screen.quit("a pipe")


def two_files_are_compared():
    after = PROFILE.replace("wait 200", "wait 100") + "main;fresh 100\n"
    screen = Screen(BIN, f"flamegraph-view {profile(PROFILE)} {profile(after, 'after.folded')}", term="xterm-mono",
                    NO_COLOR="1")
    text = screen.until(r"widths: after", "the columns")
    check(re.search(r"\+fresh|\+\.\.|\+main", text) and "-other" in text, "signs of the change", text)
    screen.press("Down", "Right")
    screen.until(r"other \(100 samples, was 200: -100, x0\.50, 20\.00% -> 10\.00%\)", "the change of a frame")
    screen.press("b")
    screen.until(r"(?s)widths: before.*other \(100 samples, was 200: -100, x0\.50, 20\.00% -> 10\.00%\)",
                 "the widths of the first, the same change")
    screen.press("3", "o", "o")
    screen.until(r"(?s)function\n.*?(fresh|wait|other)", "sorted by change")
    screen.quit("q")


def processes_of_two_names_are_compared_as_one():
    names = [profile(f"# flambeau: unit=ns\n{name};main;hash {count}000000\n{name};main;parse 300000000\n",
                     f"{name}.folded") for name, count in (("old", 695), ("new", 1159))]
    screen = Screen(BIN, f"flamegraph-view {' '.join(names)}")
    screen.until(r"processes .old. and .new. are compared as one", "it is said")
    text = screen.until(r"hash 79\.44% \+464 ms", "the change of what is slower")
    check("old, new" in text and "+100" not in text, "nothing is new", text)
    screen.press("3")
    text = screen.until(r"by self", "the order of the table")
    check(re.search(r"change +self before", text) and re.search(r"\+464 ms .*hash", text), "a column of changes", text)
    screen.press("q")
    screen.check_restored("two files", 0)
    screen.end()


def long_names_leave_room_for_numbers():
    name = "acme::storage::" + "ShardedConcurrentIndex<std::pair<int, long> >::" * 4 + "find(int) const"
    path = profile(f"# flambeau: unit=ns\nmain;{name} 900000000\nmain;x 100000000\n", "long.folded")
    for columns in (60, 80, 120):
        screen = Screen(BIN, f"flamegraph-view {path}", columns=columns)
        screen.until(r"acme::storage.*\.\. 90\.00%", f"the share on the frame of {columns} columns")
        screen.press("Down", "Down")
        screen.until(r"acme::storage.*\.\. \(900 ms, 90\.00%\)", f"the numbers below, of {columns} columns")
        screen.press("q")
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
    screen.press("c", "C")
    screen.quit("hostile names")


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


def timed():
    """A second in bins of 20 ms, 10 samples in each; from 0.40 s to 0.60 s `spike` has 30 more."""
    lines = [f"@time=0.{at:02d};@tid={at % 3};main;calm 10" for at in range(0, 100, 2)]
    lines += [f"@time=0.{at:02d};main;spike 30" for at in range(40, 60, 2)]
    return "\n".join(lines + ["main;untimed 200", ""])


def a_range_of_time_is_looked_at():
    screen = Screen(BIN, f"flamegraph-view {profile(timed(), 'timed.folded')}", columns=100, rows=20)
    screen.until(r"t Time.*\n.*all \(1,000 samples, 100%\)", "there are times; their stacks are merged")
    screen.press("t")
    text = screen.until(r"\[t Time\]", "the strip")
    rows = text.split("\n")
    check(rows[1].rstrip() == " " * 40 + "\u2588" * 20, "the highest bins reach the top", text)
    check(rows[15] == "\u2588" * 100, "all bins have something, two columns each", text)
    check(rows[16].startswith("^^--") and re.fullmatch(r"0\.00 s +1\.00 s", rows[17]), "marks and ends", text)
    check("0.00 s to 0.02 s (10 samples, 1.00%)" in text, "the bin of the cursor", text)
    screen.press(*["Right"] * 19, "Down")
    screen.until(r"0\.40 s to 0\.42 s \(40 samples, 4\.00%\)", "arrows move it")
    screen.press("Space")
    screen.until(r"0\.40 s to 0\.42 s: Space ends the range", "the begin is marked")
    screen.press(*["Right"] * 4)
    text = screen.until(r"0\.40 s to 0\.50 s: Space ends", "the range grows")
    check("-========^^-" in text, "it is seen", text)
    screen.press("Space")
    text = screen.until(r"\[1 Graph\](?s:.*)\n0\.40 s to 0\.50 s, 20\.00% of samples", "the range is shown")
    check(re.search(r"all \(200 samples, 100%\)", text) and re.search(r"calm 25\.00%.*spike 75\.00%", text),
          "the graph has its samples", text)
    screen.press("3")
    text = screen.until(r"\[3 Table\]", "the table")
    check(re.search(r"150\s+75\.00%.*spike", text) and "untimed" not in text, "the table has its samples", text)
    screen.press("/", "spike", "Enter", "Enter")
    screen.until(r"spike \(150 samples, 75\.00%\)", "the sandwich has its samples")
    screen.press("w", "C-u")
    screen.tmux("send-keys", "-l", os.path.join(FOLDER, "range.folded"))
    screen.press("Enter")
    screen.until(r"Written: ", "written")
    with open(os.path.join(FOLDER, "range.folded"), encoding="utf-8") as file:
        check(file.read() == "spike 150\n", "what is written is of the range")
    screen.press("t")
    screen.until(r"100\.00% match spike; 0\.40 s to 0\.50 s, 20\.00% of samples; spike: callers", "all in words")
    screen.press("Home", "n")
    screen.until(r"0\.40 s to 0\.42 s \(40", "the next match")
    screen.press("Home", "N")
    screen.until(r"0\.58 s to 0\.60 s \(40", "the match before, around the end")
    screen.press("Enter", "Home", "Enter")
    screen.until(r"\[2 Sandwich\](?s:.*)0\.00 s to 0\.60 s, 60\.00%", "a second range, from its end on; the sandwich")
    steps = [r"\n0\.00 s to 0\.60 s, 60\.00% of samples; spike: callers", r"\n0\.40 s to 0\.50 s, .*; spike: callers",
             r"\n0\.40 s to 0\.50 s, 20\.00% of samples\n", r"all \(1,000 samples(?s:.*)\n\?: keys"]
    for pattern in steps:
        screen.press("Escape")
        screen.until(pattern, "steps back: the search, a range, the focus, a range")
    screen.quit("a range of time")


def states_are_said_of_the_frame_that_is_selected():
    lines = ["@time=0.00;@state=running;@tid=1;main;work 10", "@time=0.02;@tid=2;@state=blocked:lock;main;wait 30", ""]
    screen = Screen(BIN, f"flamegraph-view {profile(chr(10).join(lines), 'states.folded')}", columns=100)
    screen.until(r"all \(40 samples, 100%\): 25 % running, 75 % blocked:lock", "the mix of all")
    screen.press("Down", "Down")
    screen.until(r"wait \(30 samples, 75\.00%\): 100 % blocked:lock", "of a frame")
    screen.press("Enter")
    screen.until(r"wait \(30 samples, 75\.00%\): 100 % blocked:lock", "of a frame that is zoomed")
    screen.press("Escape")
    screen.until(r"work 25\.00%", "the zoom is taken back")
    screen.press("Up", "Up")
    screen.until(r"all \(40 samples, 100%\): 25 % running", "of all again")
    screen.press("t")
    screen.until(r"\[t Time\]", "the strip")
    screen.press("Home", "Space", "Space")
    screen.until(r"\(10 samples, 100(\.00)?%\): 100 % running", "of a range of time")
    screen.press("r")
    screen.until(r"% running", "not of stacks that are refined", absent=True)
    screen.quit("states")
    screen = Screen(BIN, f"flamegraph-view {profile('@state=running;f 3' + chr(10), 'running.folded')}")
    screen.until(r"all \(3 samples, 100%\): 100 % running", "states without times")
    screen.press("t")
    screen.until(r"There are no times here", "which are no times")
    screen.quit("states without times")


def the_strip_is_for_any_terminal():
    path = profile(timed(), "timed.folded")
    screen = Screen(BIN, f"cat {path} | flamegraph-view", columns=20, rows=5, LC_ALL="C", NO_COLOR="1")
    screen.until(r"all", "drawn")
    screen.press("t")
    text = screen.until(r"\n[12]{7}[1-8]?#+[1-8]?[12]{7}[12]*\n0\.00 s +1\.00 s\n", "digits are eighths")
    check(text.isascii(), "nothing but ASCII", text)
    screen.press("Space", "Right", "Escape", "Escape")
    screen.until(r"\[1 Graph\]", "a mark, then the strip, are taken back")
    screen.press("t", "Home", "Space", "Escape", "Space", "Right", "Space")
    screen.until(r"\n\|all \(60 samples", "the first two bins")
    screen.quit("20x5")
    screen = Screen(BIN, f"flamegraph-view {path}", columns=100)
    screen.until(r"all", "drawn")
    screen.press("t")
    screen.until(r"\[t Time\]", "the strip")
    press_mouse(screen, 0, 5, 50)
    screen.until(r"0\.50 s to 0\.52 s \(40", "a click moves the cursor")
    press_mouse(screen, 0, 5, 50)
    screen.until(r"Space ends", "another one marks")
    press_mouse(screen, 64, 5, 50)
    screen.until(r"0\.44 s to 0\.46 s", "the wheel moves by three bins")
    screen.tmux("resize-window", "-x", "10")
    screen.tmux("resize-window", "-x", "60")
    screen.until(r"0\.44 s to 0\.52 s: Space", "the mark is a time, in any size")
    screen.quit("the strip by the mouse")


def there_may_be_no_times():
    no_times = profile("@time=x;main 1\n@tid=1;main 1\n", "bad.folded")
    times = profile(timed(), "timed.folded")
    for files, what in ((profile(PROFILE), "There are no times here; see --labels"),
                        (no_times, "There are no times here"), (f"{times} {times}", "no common time")):
        screen = Screen(BIN, f"flamegraph-view {files}")
        text = screen.until(r"all", "drawn")
        check("Time" not in text, "no strip is offered", text)
        screen.press("t")
        screen.until(what, "t without times")
        screen.quit("no times")


def sizes(kinds):
    for columns, rows, term in kinds:
        screen = Screen(BIN, f"flamegraph-view {profile(PROFILE)}", columns=columns, rows=rows, term=term)
        text = screen.until(r"all", f"{columns}x{rows} {term}")
        check(all(len(line) <= columns for line in text.split("\n")), "lines fit", text)
        for key in ("Down", "Down", "Enter", "3", "Down", "?", "Down", "?", "1", "r", "Escape", "PageDown"):
            screen.press(key)
        screen.quit(f"{columns}x{rows} {term}")


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
    screen.quit("resizes")


def short():
    every_key_does_what_it_says()
    short_keys_do_what_long_ones_do()
    the_profile_may_come_through_a_pipe()
    the_mouse_selects_zooms_and_scrolls()
    other_locales_get_ascii()
    colors_are_those_of_the_terminal()
    two_files_are_compared()
    processes_of_two_names_are_compared_as_one()
    long_names_leave_room_for_numbers()
    a_range_of_time_is_looked_at()
    states_are_said_of_the_frame_that_is_selected()
    the_strip_is_for_any_terminal()
    there_may_be_no_times()
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
