# SPDX-License-Identifier: MIT
"""A command in a window of tmux, and what is seen there; checks that go on after a failure."""

import os
import re
import shutil
import subprocess
import tempfile
import time

LIMIT = 20  # seconds for anything to be on the screen: then something hangs
failures = []


def check(good, what, seen=""):
    if not good:
        failures.append(what)
        print(f"FAILED: {what}:\n{seen}"[:4000])


class Screen:
    """A command in a window of tmux."""

    def __init__(self, bin_folder, command, columns=80, rows=24, term="xterm-256color", **environment):
        self.folder = tempfile.mkdtemp()
        self.socket = os.path.join(self.folder, "s")
        words = {"TERM": term, "LC_ALL": "C.UTF-8", "PATH": f"{bin_folder}:{os.environ['PATH']}", **environment}
        setting = " ".join(f"{name}='{value}'" for name, value in words.items())
        script = os.path.join(self.folder, "run")
        with open(script, "w", encoding="utf-8") as file:
            file.write(f"stty -g > {self.folder}/before\nenv {setting} sh -c '{command}'\n"
                       f"echo \"ended $?\"\ncd {self.folder}\nstty -g > new\nmv new after\nsleep 1000\n")
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), f"sh {script}")

    def tmux(self, *words):
        done = subprocess.run(["tmux", "-S", self.socket, *words], capture_output=True, check=False, timeout=LIMIT)
        return done.stdout.decode("utf-8", "replace")

    def text(self):
        return self.tmux("capture-pane", "-p")

    def until(self, pattern, what, absent=False):
        """Wait for a pattern on the screen, or for its end; returns the screen when all of it has been drawn."""
        end = time.monotonic() + LIMIT
        before = None
        while True:
            text = self.text()
            if bool(re.search(pattern, text)) != absent and (text == before or time.monotonic() > end):
                return text
            before = text
            if time.monotonic() > end:
                check(False, f"{what}: {'still' if absent else 'no'} {pattern}", text)
                return text
            time.sleep(0.02)

    def press(self, *keys):
        self.tmux("send-keys", *keys)

    def check_restored(self, what, code):
        """The program ended with that code, and the terminal is as it was."""
        self.until(rf"(?m)^ended {code}$", what)  # alone: nothing is left in its line
        end = time.monotonic() + LIMIT
        while not os.path.exists(f"{self.folder}/after") and time.monotonic() < end:
            time.sleep(0.02)
        with open(f"{self.folder}/before", encoding="utf-8") as before, \
                open(f"{self.folder}/after", encoding="utf-8") as after:
            check(before.read() == after.read(), f"{what}: the terminal is not as it was")
        state = self.tmux("display", "-p", "#{alternate_on} #{cursor_flag} #{mouse_any_flag}").split()
        check(state == ["0", "1", "0"], f"{what}: alternate screen, cursor, mouse are {state}")

    def quit(self, what):
        self.press("q")
        self.check_restored(what, 0)
        self.end()

    def end(self):
        self.tmux("kill-server")
        shutil.rmtree(self.folder, ignore_errors=True)


def can_run():
    """Is what these tests need there? Says what is missing."""
    if not shutil.which("tmux"):
        print("skipped: no tmux")
        return False
    if "ncursesw" in os.environ.get("WITHOUT", ""):
        print("skipped: no ncursesw in this build")
        return False
    return True
