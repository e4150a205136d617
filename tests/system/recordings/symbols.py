#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""symbols.py DIRECTORY - make recordings of programs whose symbols are in different places.

DIRECTORY/NAME.data is a recording of the program /opt/demo, which lies in DIRECTORY/PLACE/opt, for --symfs.

    code.data       code in files that no path leads to, which perf maps of two processes name; lines that cover others
    events.data     samples of a kernel that the recording does not name, and of a file that was deleted
    places.data     the program's build id is recorded, and it lies in PLACE in many ways, for --debug-dir; the kernel's, too
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
    which = struct.pack("<B3x20s", len(build_id), build_id) if build_id else struct.pack("<IIQQ", 4095, 1, 99, 1)
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


# ---- Places ----

ID, KERNEL_ID, OTHER_ID = bytes(range(0xA0, 0xB4)), bytes(range(0xC0, 0xD4)), bytes(range(20))
NAMED = [("from_table", 0x1000, 0x100, GLOBAL, FUNCTION)]
KERNEL_START, MODULE_START = 0xFFFFFFFF81000000, 0xFFFFFFFFC0100000


def hexes(build_id):
    return build_id.hex(), build_id.hex()[:2] + "/" + build_id.hex()[2:]


def debug_alone(address=0x3000):
    """A debug file as objcopy --only-keep-debug leaves it: the code's segment is empty, and its offset is another one."""
    data = bytearray(elf([("from_debug", address, 0x100, GLOBAL, FUNCTION)], build_id=ID))
    data[64:120] = struct.pack("<IIQQQQQQ", 1, 5, 0, address, address, 0, 0x1000, 0x1000)
    return bytes(data)


def places():
    whole, split = hexes(ID)
    program, debug, other = elf(NAMED, build_id=ID), elf(NAMED, build_id=ID), elf(NAMED, build_id=OTHER_ID)
    yield "elf", {f".build-id/{split}/elf": program}
    yield "executable", {f".build-id/{split}/executable": program}
    yield "debug", {f".build-id/{split}.debug": debug}
    yield "debuginfo", {f".build-id/{split}/debuginfo": debug}
    yield "file", {f".build-id/{split}": program}
    yield "archive", {f"opt/demo/{whole}/elf": program, f".build-id/{split}": f"../../opt/demo/{whole}"}
    yield "linkless", {f"opt/demo/{whole}/elf": program}
    yield "debuginfod", {f"{whole}/debuginfo": debug}
    yield "debuginfod-program", {f"{whole}/executable": program}
    yield "tree", {"opt/demo.debug": debug}
    yield "root", {"opt/demo": program}
    yield "other", {f".build-id/{split}.debug": other, f".build-id/{split}/elf": other, "opt/demo": other, f"{whole}/debuginfo": b"",
                    "opt/demo.debug": elf(NAMED), f".build-id/{split}/debuginfo": b"no ELF file"}


def kernel_places():
    whole, split = hexes(KERNEL_ID)
    names = f"{KERNEL_START:x} T _text\n{KERNEL_START + 0x100:x} T kernel_work\n{KERNEL_START + 0x200:x} T _end\n".encode()
    vmlinux = elf([("_text", KERNEL_START, 0x100, GLOBAL, FUNCTION), ("kernel_work", KERNEL_START + 0x100, 0x100, GLOBAL, FUNCTION)],
                  build_id=KERNEL_ID)
    yield "list", {f"[kernel.kallsyms]/{whole}/kallsyms": names}
    yield "list-by-id", {f".build-id/{split}/kallsyms": names}
    yield "list-archive", {f"[kernel.kallsyms]/{whole}/kallsyms": names, f".build-id/{split}": f"../../[kernel.kallsyms]/{whole}"}
    yield "vmlinux", {f"[kernel.kallsyms]/{whole}/vmlinux": vmlinux}
    yield "vmlinux-by-id", {f".build-id/{split}.debug": vmlinux}
    yield "vmlinux-debuginfod", {f"{whole}/debuginfo": vmlinux}


def kernel_copies():
    """Homes whose .debug has what perf record copied of /proc/kallsyms, after this start of the machine or another."""
    copy = f".debug/.build-id/{hexes(KERNEL_ID)[1]}/kallsyms"

    def names(start, module, first="mod_init"):
        kernel = f"{start:x} T _text\n{start + 0x100:x} T kernel_work\n{start + 0x200:x} T _etext\n"
        return (kernel + f"{module - 0x100000:x} d data\t[demo_mod]\n{module + 0x10:x} t {first}\t[demo_mod]\n"
                f"{module + 0x100:x} t mod_work\t[demo_mod]\n").encode()

    good = names(KERNEL_START, MODULE_START)
    yield "same-start", {copy: good}
    yield "other-start", {copy: names(KERNEL_START + 0x5000000, MODULE_START + 0x3000)}
    yield "other-start-below", {copy: names(KERNEL_START, MODULE_START - 0x1000)}
    yield "other-modules", {copy: good.replace(b"demo_mod", b"other_mod")}
    yield "other-build", {f".debug/.build-id/{hexes(OTHER_ID)[1]}/kallsyms": good}
    yield "cut", {copy: good[:good.index(b"kernel_work") + 6]}
    yield "empty", {copy: b""}
    yield "zeros", {copy: b"".join(b"0" * 16 + line[16:] + b"\n" for line in good.splitlines())}
    yield "folder", {copy + "/file": b""}


def write_all(folder, files):
    for name, data in files.items():
        path = os.path.join(folder, name)
        if isinstance(data, str):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            os.symlink(data, path)
        else:
            write(path, data)


def make_places(directory):
    """stripped/ has the program without symbols, for --symfs."""
    for name, files in places():
        write_all(os.path.join(directory, "places", name), files)
    for name, files in kernel_places():
        write_all(os.path.join(directory, "kernels", name), files)
    write(os.path.join(directory, "stripped", "opt", "demo"), elf(build_id=ID))
    write(os.path.join(directory, "alone", ".build-id", hexes(ID)[1] + ".debug"), debug_alone())
    write(os.path.join(directory, "places.data"), recording([mapped(MAP, b"/opt/demo", ID)], [[MAP + 0x80]]))
    write(os.path.join(directory, "deleted.data"), recording([mapped(MAP, b"/opt/demo (deleted)", ID)], [[MAP + 0x80]]))
    kernel = record(1, struct.pack("<iiQQQ", -1, 0, KERNEL_START, 0x1000000, KERNEL_START) + text(b"[kernel.kallsyms]_text"), 1)
    which = record(67, struct.pack("<i20s4x", -1, KERNEL_ID) + text(b"[kernel.kallsyms]"), 1)
    sample = record(9, struct.pack("<QIIQQQQ", KERNEL_START + 0x110, 7, 7, 1, 2, 2 ** 64 - 128, KERNEL_START + 0x110), 1)
    write(os.path.join(directory, "kernel.data"), recording([which, kernel], [], sample))
    for name, files in kernel_copies():
        write_all(os.path.join(directory, "homes", name), files)
    module = record(1, struct.pack("<iiQQQ", -1, 0, MODULE_START, 0x1000, 0) + text(b"[demo_mod]"), 1)
    sample = record(9, struct.pack("<QIIQQQQQ", MODULE_START + 0x110, 7, 7, 1, 3, 2 ** 64 - 128, MODULE_START + 0x110, KERNEL_START + 0x110), 1)
    write(os.path.join(directory, "module.data"), recording([which, kernel, module], [], sample))


def main(directory):
    make_places(directory)
    make_code(directory)
    make_events(directory)
    make_labels(directory)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n", maxsplit=1)[0])
    main(sys.argv[1])
