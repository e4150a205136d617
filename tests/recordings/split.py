#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
split.py record PROGRAM ADDRESS... - write program.data, a recording whose samples are at these addresses of the file.
split.py every PROGRAM - write program.data with a sample at every byte of the section .text.
split.py package PROGRAM DWO - write PROGRAM.dwp, a package (DWARF 5, chapter 7.3.5) of the one unit in DWO.
"""

import os
import re
import subprocess
import sys

import inlines


def record(program, addresses):
    name = os.path.abspath(program).encode() + b"\0"
    name += b"\0" * (-len(name) % 8)
    chains = [[int(address, 0)] for address in addresses]
    with open("program.data", "wb") as file:
        file.write(inlines.recording(maps=((inlines.MAP, name),), chains=chains))


def run(*arguments):
    return subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True,
                          encoding="utf-8", env={**os.environ, "LC_ALL": "C"}).stdout


def every(program):
    """The program lies at MAP; its text is in the page of its offset in the file."""
    row = re.search(r" \.text +PROGBITS +(\S+) (\S+) (\S+)", run("readelf", "-SW", program))
    _, offset, size = (int(number, 16) for number in row.groups())
    name = os.path.abspath(program).encode() + b"\0"
    name += b"\0" * (-len(name) % 8)
    pages = [((inlines.MAP + page), name, page) for page in range(offset & -4096, offset + size, 4096)]
    with open("program.data", "wb") as file:
        file.write(inlines.recording(maps=pages, chains=[[at] for at in range(offset, offset + size)], shift=inlines.MAP))


def package(program, dwo):
    text = run("readelf", "--debug-dump=info", program)
    dwo_id = int(re.search(r"(?:dwo_id\s*:|DWO ID:)\s*(0x[0-9a-f]+)", text).group(1), 0)
    rows = re.findall(r"(\S+\.dwo)\s+PROGBITS\s+\S+\s+\S+\s+(\S+)", run("readelf", "-SW", dwo))
    sizes = {name: int(size, 16) for name, size in rows}
    version = 5 if ".debug_rnglists.dwo" in sizes or "DWO ID" in text else 2
    columns = {1: ".debug_info.dwo", 3: ".debug_abbrev.dwo", 6: ".debug_str_offsets.dwo", 8: ".debug_rnglists.dwo"}
    parts = {number: sizes[name] for number, name in columns.items() if name in sizes}
    with open("index", "wb") as file:
        file.write(inlines.package_index(version, parts, dwo_id))
    subprocess.run(["objcopy", "--add-section", ".debug_cu_index=index", dwo, program + ".dwp"], check=True)


if __name__ == "__main__":
    if sys.argv[1] == "record":
        record(sys.argv[2], sys.argv[3:])
    elif sys.argv[1] == "every":
        every(sys.argv[2])
    else:
        package(*sys.argv[2:])
