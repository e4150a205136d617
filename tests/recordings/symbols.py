#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""symbols.py DIRECTORY - make recordings of programs whose symbols are in different places.

DIRECTORY/NAME.data is a recording of the program /opt/demo, which lies in DIRECTORY/PLACE/opt, for --symfs.

    code.data       code in files that no path leads to, which perf maps of two processes name; lines that cover others
    events.data     samples of a kernel that the recording does not name, and of a file that was deleted
    labels.data     its symbols are in the program's .symtab, its .dynsym, its .gnu_debugdata, a debug file; some have no size
"""

import lzma
import os
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from inlines import write  # noqa: E402

BASE, MAP = 0x1000, 0x400000
LOCAL, GLOBAL, WEAK = 0, 1, 2
LABEL, OBJECT, FUNCTION = 0, 1, 2
SYMTAB, STRTAB, NOTE, DYNSYM = 2, 3, 7, 11


def note(build_id):
    return struct.pack("<III", 4, len(build_id), 3) + b"GNU\0" + build_id.ljust(-(-len(build_id) // 4) * 4, b"\0")


def elf(symbols=(), kind=SYMTAB, build_id=b"", sections=(), code=0x1000):
    """
    A program of x86-64 with `code` bytes of code at BASE; symbols: (name, address, size, binding, type); sections: (name, bytes)
    or (name, bytes, address).
    """
    texts = b"\0"
    table = bytes(24)
    for name, address, size, binding, type_ in symbols:
        table += struct.pack("<IBBHQQ", len(texts), binding << 4 | type_, 0, 1, address, size)
        texts += name.encode() + b"\0"
    # name, type, flags, bytes, link, size of a row, address
    rows = [("", 0, 0, b"", 0, 0, 0), (".text", 1, 6, None, 0, 0, BASE)]
    if symbols:
        rows += [(".symtab" if kind == SYMTAB else ".dynsym", kind, 0, table, 3, 24, 0), (".strtab", STRTAB, 0, texts, 0, 0, 0)]
    if build_id:
        rows.append((".note.gnu.build-id", NOTE, 2, note(build_id), 0, 0, 0))
    rows += [(name, 1, 2 if rest else 0, data, 0, 0, rest[0] if rest else 0) for name, data, *rest in sections]
    names = b"".join(row[0].encode() + b"\0" for row in rows) + b".shstrtab\0"
    rows.append((".shstrtab", STRTAB, 0, names, 0, 0, 0))
    body, headers, name = b"", b"", 0
    for title, type_, flags, data, link, row, address in rows:
        offset, size = (BASE, code) if data is None else (BASE + code + len(body), len(data))
        headers += struct.pack("<IIQQQQIIQQ", name, type_, flags, address, offset if type_ else 0, size, link, 0, 1, row)
        body += (data or b"") + bytes(-len(data or b"") % 8)
        name += len(title) + 1
    head = b"\x7fELF\2\1\1".ljust(16, b"\0") + struct.pack("<HHIQQQIHHHHHH", 3, 62, 1, BASE, 64, BASE + code + len(body), 0, 64, 56,
                                                          1, 64, len(rows), len(rows) - 1)
    head += struct.pack("<IIQQQQQQ", 1, 5, BASE, BASE, BASE, code, code, 0x1000)
    return head.ljust(BASE, b"\0") + b"\xc3" * code + body + headers


def mini_debug(data):
    return lzma.compress(data, check=lzma.CHECK_CRC32)


# ---- Recordings ----

IP, TID, TIME, CALLCHAIN, PERIOD = 1, 2, 4, 32, 256


def record(kind, body, misc=2):
    return struct.pack("<IHH", kind, misc, 8 + len(body)) + body


def text(data):
    data += b"\0"
    return data + bytes(-len(data) % 8)


def mapped(start, name, build_id=b"", offset=BASE, size=0x1000, pid=7):
    where = struct.pack("<IIQQQ", pid, pid, start, size, offset)
    which = struct.pack("<B3x20s", len(build_id), build_id) if build_id else struct.pack("<IIQQ", 8, 1, 99, 1)
    return record(10, where + which + struct.pack("<II", 5, 2) + text(name), 2 | (1 << 14 if build_id else 0))


def process(maps, chains, pid=7, name=b"demo"):
    """Chains of addresses from the leaf on, one sample each; `maps`: records of mapped()."""
    data = record(3, struct.pack("<II", pid, pid) + text(name)) + b"".join(maps)
    for chain in chains:
        words = [2 ** 64 - 512, *chain]
        data += record(9, struct.pack(f"<QIIQQ{len(words)}Q", chain[0], pid, pid, 1, len(words), *words))
    return data


def recording(maps, chains, more=b""):
    data = process(maps, chains) + more
    attribute = struct.pack("<IIQQQQQ", 1, 112, 0, 1, IP | TID | CALLCHAIN | PERIOD, 0, 0).ljust(112, b"\0") + bytes(16)
    return struct.pack("<13Q", 0x32454C4946524550, 104, 128, 104, 128, 232, len(data), *[0] * 6) + attribute + data


# ---- Labels ----

LABELS = [("cancel", 0x1100, 0x60, GLOBAL, FUNCTION), ("cancel_start", 0x1100, 0, GLOBAL, LABEL),
          ("cancel_end", 0x111C, 0, GLOBAL, LABEL), ("entry", 0x1140, 0, GLOBAL, FUNCTION),
          ("assembled", 0x1200, 0, GLOBAL, FUNCTION), ("assembled.loop", 0x1210, 0, LOCAL, LABEL),
          ("alone", 0x1300, 0, GLOBAL, LABEL), ("last", 0x1400, 0x10, GLOBAL, FUNCTION)]


def make_labels(directory):
    build_id = bytes(range(20))
    bare = elf(build_id=build_id)
    files = {
        "symtab/opt/demo": elf(LABELS), "dynsym/opt/demo": elf(LABELS, DYNSYM),
        "mini/opt/demo": elf(sections=[(".gnu_debugdata", mini_debug(elf(LABELS)))]),
        "debug/opt/demo": bare,
        f"debug/usr/lib/debug/.build-id/00/{build_id[1:].hex()}.debug": elf(LABELS, build_id=build_id),
    }
    for name, data in files.items():
        write(os.path.join(directory, name), data)
    chains = [[MAP + address - BASE] for address in (0x1100, 0x1110, 0x111C, 0x1148, 0x1160, 0x1208, 0x1218, 0x1300, 0x1408, 0x1500)]
    write(os.path.join(directory, "labels.data"), recording([mapped(MAP, b"/opt/demo")], chains))


# ---- Code ----

CODE_FILES = [b"/memfd:jit (deleted)", b"/dev/shm/jit", b"/opt/gone (deleted)", b"/dev/zero (deleted)", b"/SYSV00000000 (deleted)",
              b"/dev/shm/demo"]


def make_code(directory):
    """Each file is mapped 0x1000 bytes after the one before it; the last one is a program."""
    starts = [MAP + 0x1000 * i for i in range(len(CODE_FILES))]
    maps = {pid: [mapped(start, name, pid=pid) for start, name in zip(starts, CODE_FILES)] for pid in (7, 8, 9)}
    chains = [[start + 0x110] for start in starts]
    write(os.path.join(directory, "code.data"), recording(
        maps[7], chains + [[MAP + 0x210], [MAP + 0x230]], process(maps[8], chains, 8, b"other") + process(maps[9], chains, 9, b"unnamed")))
    for pid, letter in ((7, "a"), (8, "b")):
        lines = [f"{start + 0x100:x} 20 {letter}::in_file_{i}" for i, start in enumerate(starts)]
        lines += [f"{MAP + 0x200:x} 40 replaced", f"{MAP + 0x200:x} 20 again"]
        write(os.path.join(directory, "code", "tmp", f"perf-{pid}.map"), "\n".join(lines).encode() + b"\n")
    write(os.path.join(directory, "code", "dev", "shm", "demo"), elf([("program", 0x1000, 0x800, GLOBAL, FUNCTION)]))


# ---- Events ----

def make_events(directory):
    kernel = record(1, struct.pack("<iiQQQ", -1, 0, 0xFFFFFFFF81000000, 0x1000000, 0xFFFFFFFF81000000) + text(b"[kernel.kallsyms]_text"), 1)
    maps = [kernel, mapped(MAP, b"/opt/demo (deleted)")]
    samples = b"".join(record(9, struct.pack("<QIIQQQQ", ip, 7, 7, 1, 2, context, ip), mode)
                       for mode, context, ip in ((1, 2 ** 64 - 128, 0xFFFFFFFF81000010), (2, 2 ** 64 - 512, MAP + 0x10)))
    write(os.path.join(directory, "events.data"), recording(maps, [], more=samples))


def main(directory):
    make_code(directory)
    make_events(directory)
    make_labels(directory)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n", maxsplit=1)[0])
    main(sys.argv[1])
