#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""server.py FOLDER LOG - a server of debug files on loopback, as debuginfod is one.

FOLDER/BUILDID/debuginfo and FOLDER/BUILDID/executable are served as /buildid/BUILDID/debuginfo and .../executable. Each request
is a line of LOG; its first line is the address of the server. A file FOLDER/slow makes answers take for ever.
"""

import http.server
import os
import sys
import time


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        folder, log = sys.argv[1:3]
        with open(log, "a", encoding="ascii") as file:
            file.write(self.path + "\n")
        path = os.path.join(folder, *self.path.split("/")[2:4])
        if not self.path.startswith("/buildid/") or not os.path.isfile(path):
            self.send_error(404)
            return
        with open(path, "rb") as file:
            data = file.read()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        while os.path.exists(os.path.join(folder, "slow")):
            self.wfile.write(data[:1])
            self.wfile.flush()
            data = data[1:]
            time.sleep(0.1)
        self.wfile.write(data)

    def log_message(self, *_):
        pass


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    with open(sys.argv[2], "w", encoding="ascii") as file:
        file.write(f"http://127.0.0.1:{server.server_port}\n")
    server.serve_forever()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__.split("\n", maxsplit=1)[0])
    main()
