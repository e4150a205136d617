#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: record.live-page short cli sanitize threads RUN @bin@
"""
live_page.py BIN - the page of flamegraph-record --live --html, asked through sockets: what it serves and to whom, what
it refuses, how it bears clients that are slow, many or broken, how it ends, and what it saves. A stand-in for
collapse-perf writes the snapshots.
"""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

BIN = os.path.abspath(sys.argv[1])
FOLDER = tempfile.mkdtemp()
LIMIT = 30  # seconds until something must have happened
CONNECTIONS = 32  # PAGE_SERVER_CONNECTIONS
problems = []

COLLAPSE = """#!/bin/sh
case $* in *--generate*) exec '%s/collapse-perf' "$@" ;; esac
[ ! /dev/stdin -ef /dev/null ] || exit 0
exec cat '%s/snapshots'
"""
RECORD = """#!/bin/sh
case $* in *"-o /dev/null"*) exit 0 ;; esac
trap 'exit 0' INT TERM
: > '%s/recording'
while [ ! -e '%s/over' ]; do sleep 0.05; done
"""
OPEN = """#!/bin/sh
cp "$1" '%s/opened'
stat -c '%%a' "$1" "$(dirname "$1")" > '%s/modes'
ps -A -o args > '%s/seen'
"""


def check(good, what, *more):
    if not good:
        problems.append(what)
        print("FAILED:", what, *more)


def tool(name, text):
    path = os.path.join(FOLDER, "bin", name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, 0o755)


def snapshot(number, *lines):
    return f"# flambeau: snapshot={number}\n" + "".join(f"{line}\n" for line in lines) + f"# flambeau: end={number}\n"


class Recording:
    """flamegraph-record, with the writing end of what collapse-perf prints."""

    def __init__(self, *options):
        for name in ("over", "recording", "snapshots"):
            if os.path.exists(os.path.join(FOLDER, name)):
                os.unlink(os.path.join(FOLDER, name))
        os.mkfifo(os.path.join(FOLDER, "snapshots"))
        path = os.path.join(FOLDER, "bin")
        self.process = subprocess.Popen(
            [f"{path}/flamegraph-record", "--live", "--html", "--no-runtime", *options, "--", "true"],
            cwd=FOLDER,
            env={**os.environ, "PATH": f"{path}:{os.environ['PATH']}"},
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        line = self.process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/$", line.strip())
        if not found:
            print("FAILED: no address in", repr(line))
            sys.exit(1)
        self.port, self.token = int(found[1]), found[2]
        self.file = open(os.path.join(FOLDER, "snapshots"), "w", encoding="utf-8")

    def write(self, text):
        self.file.write(text)
        self.file.flush()

    def connect(self, address="127.0.0.1"):
        return socket.create_connection((address, self.port), timeout=LIMIT)

    def send(self, text, address="127.0.0.1"):
        """All that is answered to some bytes."""
        with self.connect(address) as client:
            client.sendall(text.encode("latin-1"))
            return read_all(client)

    def get(self, path, host=None, more="", address="127.0.0.1"):
        host = host or f"127.0.0.1:{self.port}"
        return self.send(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n", address)

    def page(self, name="", **options):
        return self.get(f"/{self.token}/{name}", **options)

    def end(self, sign=None):
        """What is said until it has ended, and the exit code."""
        if sign:
            self.process.send_signal(sign)
        else:
            with open(os.path.join(FOLDER, "over"), "w", encoding="utf-8"):
                pass
        self.file.close()
        said = self.process.stderr.read()
        return said, self.process.wait(LIMIT)


def read_all(client):
    answer = b""
    try:
        while True:
            part = client.recv(65536)
            if not part:
                break
            answer += part
    except ConnectionResetError:
        pass
    return answer.decode("utf-8", "replace")


def status(answer):
    return answer.split(" ")[1] if answer.startswith("HTTP/1.1 ") else repr(answer[:60])


def wait_for(what, good):
    end = time.monotonic() + LIMIT
    while not good():
        if time.monotonic() > end:
            check(False, what)
            return
        time.sleep(0.02)


def what_is_served():
    recording = Recording()
    first = recording.page()
    check(status(first) == "200" and "No samples yet" in first, "before the first snapshot the page says so", first)
    check("<script" not in first and 'refresh" content="1"' in first, "and looks again by itself", first)
    recording.write(snapshot(1))
    recording.write(snapshot(2, "main;alpha 3", "main;beta 1"))
    wait_for("the page comes", lambda: 'id="data"' in recording.page())
    page = recording.page()
    head, body = page.split("\r\n\r\n", 1)
    check("data-live" in body and "connect-src 'self'" in body, "the page may ask its server")
    file = recording.page("file").split("\r\n\r\n", 1)[1]
    check("data-live" not in file and "connect-src" not in file, "the file may not")
    for line in (
        "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff",
        "X-Frame-Options: DENY",
        "Referrer-Policy: no-referrer",
        "Cross-Origin-Resource-Policy: same-origin",
        "Connection: close",
    ):
        check(line in head, line)
    check("Access-Control" not in page, "no other site may read it")
    check(f"Content-Length: {len(body.encode())}" in head, "the length is that of the page")
    check(status(recording.page("?view=table&s=a%20b")) == "200", "the query is the page's")
    for host in ("localhost", f"localhost:{recording.port}", "LOCALHOST:1", "[::1]:7", "127.0.0.1"):
        check(status(recording.page(host=host)) == "200", f"this machine by the name {host}")
    try:
        check(status(recording.page(address="::1")) == "200", "::1 serves, too")
    except OSError as problem:
        print("no ::1:", problem)
    said, code = recording.end()
    check(code == 0 and "the graph is flamegraph.html" in said, "the graph is saved", said, code)
    with open(os.path.join(FOLDER, "flamegraph.html"), encoding="utf-8") as saved:
        check(saved.read() == file, "what was served as the file is what is saved")


def what_is_refused():
    recording = Recording()
    recording.write(snapshot(1, "main;secret_name 3"))
    wait_for("the page comes", lambda: 'id="data"' in recording.page())
    port, token = recording.port, recording.token
    good = f"GET /{token}/file HTTP/1.1\r\nHost: localhost\r\n"
    other = token[:-1] + ("0" if token[-1] != "0" else "1")
    refused = {
        "a stranger's name for this machine": ("403", good.replace("localhost", f"evil.example:{port}") + "\r\n"),
        "a name that begins like ours": ("403", good.replace("localhost", "localhost.evil.example") + "\r\n"),
        "an address that begins like ours": ("403", good.replace("localhost", "127.0.0.1.evil.example") + "\r\n"),
        "an address of another machine": ("403", good.replace("localhost", "10.0.0.1") + "\r\n"),
        "a port that is no number": ("403", good.replace("localhost", "localhost:80x") + "\r\n"),
        "the script of another site": ("403", good + "Origin: http://evil.example\r\n\r\n"),
        "a page that was loaded from a file": ("403", good + "Origin: null\r\n\r\n"),
        "no host": ("400", good.replace("Host: localhost\r\n", "") + "\r\n"),
        "two hosts": ("400", good + "Host: localhost\r\n\r\n"),
        "an empty host": ("400", good.replace("localhost", "") + "\r\n"),
        "another token": ("404", good.replace(token, other) + "\r\n"),
        "the beginning of the token": ("404", good.replace(token, token[:-1]) + "\r\n"),
        "the token and more": ("404", good.replace(token, token + "0") + "\r\n"),
        "no token": ("404", good.replace(f"/{token}/file", "/") + "\r\n"),
        "the token alone": ("404", good.replace(f"/{token}/file", f"/{token}") + "\r\n"),
        "the token twice": ("404", good.replace(f"/{token}/", f"/{token}/{token}/") + "\r\n"),
        "a file": ("404", good.replace("/file", "/../../../../etc/passwd") + "\r\n"),
        "another document": ("404", good.replace("/file", "/files") + "\r\n"),
        "POST": ("405", good.replace("GET", "POST") + "\r\n"),
        "HEAD": ("405", good.replace("GET", "HEAD") + "\r\n"),
        "OPTIONS": ("405", good.replace("GET", "OPTIONS") + "Access-Control-Request-Method: GET\r\n\r\n"),
        "a method in small letters": ("405", good.replace("GET", "get") + "\r\n"),
        "a whole address": ("400", good.replace("GET /", "GET http://localhost/") + "\r\n"),
        "HTTP/1.0": ("505", good.replace("HTTP/1.1", "HTTP/1.0") + "\r\n"),
        "HTTP/2": ("505", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        "TLS": ("400", "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n"),
        "a body": ("400", good + "Content-Length: 5\r\n\r\nhello"),
        "a body in chunks": ("400", good + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        "a line that goes on": ("400", good + "X: a\r\n b\r\n\r\n"),
        "a blank before the colon": ("400", good + "X : a\r\n\r\n"),
        "lines without CR": ("400", good.replace("\r\n", "\n") + "\r\n\r\n"),
        "a zero byte": ("400", good + "X: a\0b\r\n\r\n"),
        "a huge first line": ("414", f"GET /{'a' * 100000}"),
        "huge headers": ("431", good + f"X: {'a' * 100000}"),
        "many headers": ("431", good + "X: y\r\n" * 10000),
    }
    for what, (wanted, request) in refused.items():
        answer = recording.send(request)
        check(status(answer) == wanted, f"{what}: {wanted}", answer[:200])
        check("secret_name" not in answer and 'id="data"' not in answer, f"{what}: nothing is given away")
        check("Access-Control" not in answer, f"{what}: no CORS")
    answer = recording.send(good + "\r\n" + good + "\r\n")
    check(answer.count("HTTP/1.1 ") == 1, "a connection serves one request")
    try:
        socket.create_connection(("127.0.0.2", port), timeout=2).close()
        check(False, "other addresses, also of this machine, have nothing")
    except OSError:
        pass
    check(recording.end()[1] == 0, "it ends well")


def clients_that_misbehave():
    recording = Recording()
    recording.write(snapshot(1, *[f"main;function_{i} 3" for i in range(20000)]))
    wait_for("the page comes", lambda: 'id="data"' in recording.page())
    whole = recording.page("file")
    begin = time.monotonic()
    slow = recording.connect()
    slow.sendall(b"GET /")
    idle = [recording.connect() for _ in range(100)]
    check(recording.page("file") == whole, "100 that say nothing keep nobody out")
    for client in idle:
        client.close()
    unread = recording.connect()
    unread.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    unread.sendall(f"GET /{recording.token}/file HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    check(recording.page("file") == whole, "one that does not read keeps nobody waiting")
    late = recording.connect()
    late.sendall(b"GET /")
    answer = read_all(late)
    check(status(answer) == "408" and 3 < time.monotonic() - begin < LIMIT, "a request that does not come", answer)
    recording.write(snapshot(2, "main;changed 3"))
    wait_for("the next snapshot comes", lambda: recording.page("file") != whole)
    check(read_all(unread) == whole, "who has begun gets the whole of what it began with")
    streams = []
    for _ in range(CONNECTIONS):
        client = recording.connect()
        client.sendall(f"GET /{recording.token}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        client.recv(100)
        streams.append(client)
    check(recording.page() == "", "who is one too many is not answered")
    for client in streams:
        client.close()
    wait_for("and is when the others have gone", lambda: status(recording.page()) == "200")
    for text in ("\r\n\r\n", "", "\0" * 5000):
        recording.send(text + "\r\n\r\n")
    check(status(recording.page()) == "200", "the page is there after all that")
    slow.close()
    check(recording.end()[1] == 0, "it ends well")


def events_and_the_end():
    recording = Recording("-o", "other.html")
    recording.write(snapshot(1, "main;alpha 3"))
    client = recording.connect()
    client.sendall(f"GET /{recording.token}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    answer = ""

    def hear(event):
        nonlocal answer
        while event not in answer:
            part = client.recv(4096).decode()
            if not part:
                check(False, f"no event {event!r}", answer)
                return
            answer += part

    hear("event: snapshot\ndata: 1\n\n")
    check("Content-Type: text/event-stream" in answer, "events are such", answer)
    recording.write(snapshot(2, "main;beta 3"))
    hear("event: snapshot\ndata: 2\n\n")
    recording.write(snapshot(3))
    hear("event: idle\ndata: 3\n\n")
    recording.write("# flambeau: snapshot=4\nmain;half 3\n")
    wait_for("the recorder runs", lambda: os.path.exists(os.path.join(FOLDER, "recording")))
    begin = time.monotonic()
    recording.process.send_signal(signal.SIGINT)
    time.sleep(0.2)
    check(recording.process.poll() is None, "Ctrl-C ends the recording, not the page")
    recording.file.close()
    hear("event: end\ndata: 2\n\n")
    check(recording.page("file").count("\r\n\r\n") == 1, "the last snapshot is served after the end")
    client.close()
    said, code = recording.end()
    check(code == 0 and time.monotonic() - begin < 10, "it ends when nobody listens any more", said, code)
    text = subprocess.run(["cat", "other.html"], cwd=FOLDER, capture_output=True, check=False).stdout.decode()
    check('id="data"' in text, "the last whole snapshot that has stacks is saved")
    try:
        recording.connect().close()
        check(False, "after the end nothing listens")
    except OSError:
        pass


def a_silent_end():
    recording = Recording("--output-dir", "silent")
    client = recording.connect()  # stays
    said, code = recording.end(signal.SIGTERM)
    check(code == 1 and "no samples" in said, "without samples there is no graph", said, code)
    check(not os.path.exists(os.path.join(FOLDER, "silent", "flamegraph.html")), "and no file")
    client.close()


def opened_and_where():
    tool("xdg-open", OPEN % (FOLDER, FOLDER, FOLDER))
    recording = Recording("--open")
    wait_for("it is opened", lambda: os.path.exists(os.path.join(FOLDER, "seen")))
    time.sleep(0.1)
    texts = [open(os.path.join(FOLDER, name), encoding="utf-8").read() for name in ("opened", "modes", "seen")]
    check(f"http://127.0.0.1:{recording.port}/{recording.token}/" in texts[0], "the file leads to the page", texts[0])
    check(texts[1].split() == ["600", "700"], "it is for this user alone", texts[1])
    check(recording.token not in texts[2], "no command line has the address")
    second = subprocess.run(
        [f"{FOLDER}/bin/flamegraph-record", "--live", "--html", "--port", str(recording.port), "--", "true"],
        cwd=FOLDER,
        capture_output=True,
        text=True,
        check=False,
    )
    check(second.returncode == 1 and "--port" in second.stderr, "a port that is taken", second.stderr)
    recording.write(snapshot(1, "main;alpha 3"))
    check(recording.end()[1] == 0, "it ends well")
    again = Recording("--port", str(recording.port))
    check(again.port == recording.port and again.token != recording.token, "the port can be chosen; the token cannot")
    again.write(snapshot(1, "main;alpha 3"))
    check(again.end()[1] == 0, "it ends well")


def has_loopback():
    """Are connections of this machine possible? A namespace without network has none, until its loopback is set up."""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as client:
        return client.connect_ex(server.getsockname()) == 0


def main():
    if not has_loopback():
        shutil.rmtree(FOLDER)
        print("skipped: no loopback interface here")
        return 77
    os.mkdir(os.path.join(FOLDER, "bin"))
    shutil.copy(os.path.join(BIN, "flamegraph-record"), os.path.join(FOLDER, "bin"))
    os.symlink(os.path.join(BIN, "flamegraph"), os.path.join(FOLDER, "bin", "flamegraph"))
    tool("collapse-perf", COLLAPSE % (BIN, FOLDER))
    tool("record-stacks", RECORD % (FOLDER, FOLDER))
    try:
        what_is_served()
        what_is_refused()
        clients_that_misbehave()
        events_and_the_end()
        a_silent_end()
        opened_and_where()
    finally:
        shutil.rmtree(FOLDER)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
