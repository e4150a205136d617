#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
split.py record PROGRAM ADDRESS... - write program.data, a recording whose samples are at these addresses of the file.
split.py every PROGRAM - write program.data with a sample at every byte of the section .text.
split.py package PROGRAM DWO - write PROGRAM.dwp, a package (DWARF 5, chapter 7.3.5) of the one unit in DWO.
split.py many COUNT [ID] - write skeletons.s and split.s: units for functions of one byte each, all split off into one
    file, split.dwo; with ID all have that one.
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


def unit(number, kind, dwo_id, abbrevs, entries):
    """A unit of DWARF 5, section 7.5.1: its labels are those of its number."""
    return (f".long 9{number}f-8{number}f\n8{number}: .short 5\n.byte {kind}, 8\n.long {abbrevs}\n.quad {dwo_id}\n"
            f"{entries}9{number}:\n")


def many(count, same=None):
    ids = [int(same) if same else number + 1 for number in range(count)]
    with open("skeletons.s", "w") as file:
        file.write(".text\n" + "".join(f".globl f{number}\nf{number}: nop\n" for number in range(count)))
        file.write('.section .debug_abbrev,"",@progbits\nabbrevs: .uleb128 1, 0x4a\n.byte 0\n'
                   ".uleb128 0x76,0x08, 0x11,0x01, 0x12,0x06, 0x73,0x17, 0,0\n.byte 0\n")
        file.write('.section .debug_info,"",@progbits\n')
        for number in range(count):
            file.write(unit(number, 4, ids[number], "abbrevs",
                            f'.uleb128 1\n.asciz "split.dwo"\n.quad f{number}\n.long 1\n.long addrs{number}\n'))
        file.write('.section .debug_addr,"",@progbits\n.long 2f-1f\n1: .short 5\n.byte 8, 0\n')
        file.write("".join(f"addrs{number}: .quad f{number}\n" for number in range(count)) + "2:\n")
    with open("split.s", "w") as file:
        file.write('.section .debug_abbrev.dwo,"e",@progbits\n.uleb128 1, 0x11\n.byte 1\n.uleb128 0,0\n'
                   ".uleb128 2, 0x2e\n.byte 0\n.uleb128 0x03,0x08, 0x11,0x1b, 0x12,0x06, 0,0\n.byte 0\n")
        file.write('.section .debug_info.dwo,"e",@progbits\n')
        for number in range(count):
            file.write(unit(number, 5, ids[number], "0",
                            f'.uleb128 1, 2\n.asciz "function_{number}"\n.uleb128 0\n.long 1\n.byte 0\n'))


if __name__ == "__main__":
    if sys.argv[1] == "record":
        record(sys.argv[2], sys.argv[3:])
    elif sys.argv[1] == "every":
        every(sys.argv[2])
    elif sys.argv[1] == "many":
        many(int(sys.argv[2]), *sys.argv[3:])
    else:
        package(*sys.argv[2:])
