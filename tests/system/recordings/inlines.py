#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""inlines.py [--fuzz] DIRECTORY - make recordings of programs with inlined functions.

DIRECTORY/NAME/opt/demo is a program with debugging information of one kind, for --symfs; DIRECTORY/NAME.data is a recording
of it, whose samples are the same for all kinds. In the program:

    main    calls middle, which calls a function without a name, which calls geo::inner(int): all three are inlined
    work    calls far, of another unit, which is inlined; far's declaration has its name

With --fuzz, inputs of the fuzzer of debugging information (tests/fuzz/fuzz_dwarf.c).
"""

import os
import shutil
import struct
import subprocess
import sys
import zlib

# Numbers of DWARF 5, chapter 7.
COMPILE_UNIT, SUBPROGRAM, INLINED, BLOCK, NAMESPACE, VARIABLE, CLASS = 0x11, 0x2E, 0x1D, 0x0B, 0x39, 0x34, 2
SIBLING, LOCATION, NAME, LOW_PC, HIGH_PC, INLINE, ORIGIN, SPECIFICATION = 1, 2, 3, 0x11, 0x12, 0x20, 0x31, 0x47
RANGES, LINKAGE_NAME, MIPS_LINKAGE_NAME, CALL_LINE, CALL_FILE, STMT_LIST = 0x55, 0x6E, 0x2007, 0x59, 0x58, 0x10
STR_OFFSETS_BASE, ADDR_BASE, RNGLISTS_BASE, EXTERNAL = 0x72, 0x73, 0x74, 0x3F
LANGUAGE, DECLARATION, EXTENSION, SIGNATURE = 0x13, 0x3C, 0x54, 0x69
ADDR, BLOCK1, DATA2, DATA4, DATA8, STRING, DATA1, STRP, UDATA, REF_ADDR = 1, 0xA, 5, 6, 7, 8, 0xB, 0xE, 0xF, 0x10
REF1, REF4, REF8, REF_UDATA, INDIRECT, SEC_OFFSET, EXPRLOC, FLAG_PRESENT = 0x11, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19
STRX, ADDRX, IMPLICIT_CONST, RNGLISTX, STRX1, ADDRX4, STRX3, REF_SIG8 = 0x1A, 0x1B, 0x21, 0x23, 0x25, 0x2C, 0x27, 0x20

BASE = 0x1000  # of the code
FUNCTIONS = {"main": (0x1000, 0x1100), "work": (0x1100, 0x1200)}
MAP = 0x400000


def uleb(number):
    out = b""
    while number >= 0x80:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


class Die:
    """An entry; values are numbers, texts, other entries, lists of ranges, or bytes as they are."""

    def __init__(self, tag, attributes=(), children=()):
        self.tag, self.attributes, self.children = tag, list(attributes), list(children)
        self.offset = 0  # in .debug_info, from the second pass on
        self.unit = None
        self.end = 0


class Program:
    """Debugging information of one version, and the ELF file that holds it."""

    def __init__(self, version=4, word=8, order="<", wide=False, indexed=False, sibling=False):
        self.version, self.word, self.order, self.wide = version, word, order, wide
        self.indexed, self.sibling = indexed, sibling
        self.offset_size = 8 if wide else 4
        self.sections = {}

    def number(self, size, value):
        data = (value % 2 ** (8 * size)).to_bytes(size, "little" if self.order == "<" else "big")
        return data

    def address(self, value):
        return self.number(self.word, value)

    # ---- what forms depend on ----

    def name_form(self):
        return (STRX1 if self.indexed == 1 else STRX3) if self.indexed else STRP if self.version > 2 else STRING

    def address_form(self):
        return (ADDRX if self.indexed == 1 else ADDRX4) if self.indexed else ADDR

    def ranges_form(self):
        if self.version < 4:
            return DATA8 if self.wide else DATA4
        return RNGLISTX if self.indexed else SEC_OFFSET

    # ---- tables ----

    def text(self, text):
        data = text.encode() + b"\0"
        if data not in self.texts:
            self.texts.append(data)
        return self.texts.index(data)

    def text_offset(self, index):
        return 1 + sum(len(text) for text in self.texts[:index])

    def address_index(self, address):
        if address not in self.addresses:
            self.addresses.append(address)
        return self.addresses.index(address)

    def range_list(self, ranges):
        if self.version < 5:
            rows = b"".join(self.address(begin - BASE) + self.address(end - BASE) for begin, end in ranges)
            return rows + self.address(0) * 2
        rows = b""
        for i, (begin, end) in enumerate(ranges):
            kind = (i + len(self.lists)) % (6 if self.indexed else 3)
            if kind == 0:
                rows += b"\4" + uleb(begin - BASE) + uleb(end - BASE)
            elif kind == 1:
                rows += b"\6" + self.address(begin) + self.address(end)
            elif kind == 2:
                rows += b"\7" + self.address(begin) + uleb(end - begin)
            elif kind == 3:
                rows += b"\2" + uleb(self.address_index(begin)) + uleb(self.address_index(end))
            elif kind == 4:
                rows += b"\3" + uleb(self.address_index(begin)) + uleb(end - begin)
            else:
                rows += b"\1" + uleb(self.address_index(BASE)) + b"\4" + uleb(begin - BASE) + uleb(end - BASE)
        return rows + b"\0"

    def value(self, die, form, value):
        if isinstance(value, bytes):
            return value
        if isinstance(value, Die):
            target = value.offset if form == REF_ADDR else value.offset - die.unit.offset
            return {REF_ADDR: lambda: self.number(self.word if self.version == 2 else self.offset_size, target),
                    REF4: lambda: self.number(4, target), REF8: lambda: self.number(8, target),
                    REF_UDATA: lambda: uleb(target + 128)[:-1] + bytes([uleb(target + 128)[-1]]),
                    INDIRECT: lambda: uleb(REF4) + self.number(4, target)}[form]()
        if form == RNGLISTX or isinstance(value, list):
            if value not in self.lists:
                self.lists.append(value)
            index = self.lists.index(value)
            if form == RNGLISTX:
                return uleb(index)
            place = sum(len(self.range_list_at(i)) for i in range(index))
            if self.version == 5:
                place += self.list_header()
            return self.number({DATA4: 4, DATA8: 8, SEC_OFFSET: self.offset_size}[form], place)
        if isinstance(value, str):
            if form == STRING:
                return value.encode() + b"\0"
            index = self.text(value)
            if form == STRP:
                return self.number(self.offset_size, self.text_offset(index))
            return uleb(index) if form == STRX else self.number({STRX1: 1, STRX3: 3}[form], index)
        if form in (ADDRX, ADDRX4):
            index = self.address_index(value)
            return uleb(index) if form == ADDRX else self.number(4, index)
        if form in (UDATA,):
            return uleb(value)
        if form in (FLAG_PRESENT, IMPLICIT_CONST):
            return b""
        size = {ADDR: self.word, DATA1: 1, DATA2: 2, DATA4: 4, DATA8: 8, SEC_OFFSET: self.offset_size}[form]
        return self.number(size, value)

    def range_list_at(self, index):
        saved, self.lists_done = getattr(self, "lists_done", 0), index
        rows = self.rows.setdefault(index, None)
        if rows is None:
            rows = self.rows[index] = self.range_list(self.lists[index])
        self.lists_done = saved
        return rows

    def list_header(self):
        return (20 if self.wide else 12) + (0 if not self.indexed else self.offset_size * len(self.lists))

    # ---- entries ----

    def abbrev(self, die):
        row = (die.tag, bool(die.children), tuple((name, form, value if form == IMPLICIT_CONST else 0)
                                                  for name, form, value in die.attributes))
        if row not in self.abbrevs:
            self.abbrevs.append(row)
        return self.abbrevs.index(row) + 1

    def entry(self, die, unit, start):
        die.unit, die.offset = unit, start
        if self.sibling and die.children and start > unit.offset + 32 and not any(name == SIBLING for name, _, _ in die.attributes):
            die.attributes.append((SIBLING, REF4, b"\0\0\0\0"))
        out = uleb(self.abbrev(die))
        for name, form, value in die.attributes:
            if name == SIBLING and self.sibling:
                value = self.number(4, die.end - unit.offset)
            out += self.value(die, form, value)
        for child in die.children:
            out += self.entry(child, unit, start + len(out))
        if die.children:
            out += b"\0"
        die.end = start + len(out)
        return out

    def length(self, size):
        return (b"\xff\xff\xff\xff" if self.wide else b"") + self.number(self.offset_size, size)

    def units(self, units):
        out = b""
        for unit in units:
            head = self.number(2, self.version)
            if self.version == 5:
                head += bytes([1, self.word]) + self.number(self.offset_size, 0)
            else:
                head += self.number(self.offset_size, 0) + bytes([self.word])
            front = len(self.length(0)) + len(head)
            place = Die(0)
            place.offset = len(out)
            body = self.entry(unit, place, len(out) + front)
            out += self.length(len(head) + len(body)) + head + body
        return out

    def debug(self, units):
        """The sections of debugging information; passes until nothing moves."""
        self.texts, self.addresses, self.lists, self.rows, self.abbrevs, info = [], [], [], {}, [], b""
        for _ in range(4):
            self.abbrevs = []
            info = self.units(units)
        abbrevs = b""
        for i, (tag, has_children, attributes) in enumerate(self.abbrevs):
            abbrevs += uleb(i + 1) + uleb(tag) + bytes([has_children])
            for name, form, constant in attributes:
                abbrevs += uleb(name) + uleb(form) + (uleb(constant) if form == IMPLICIT_CONST else b"")
            abbrevs += b"\0\0"
        lists = [self.range_list_at(i) for i in range(len(self.lists))]
        out = {".debug_info": info, ".debug_abbrev": abbrevs + b"\0", ".debug_str": b"\0" + b"".join(self.texts)}
        if self.version < 5:
            out[".debug_ranges"] = b"".join(lists)
            return out
        rows, offsets = b"", b""
        for row in lists:
            offsets += self.number(self.offset_size, len(rows) + self.offset_size * len(lists))
            rows += row
        count = len(lists) if self.indexed else 0
        body = self.number(2, 5) + bytes([self.word, 0]) + self.number(4, count) + (offsets if count else b"") + rows
        out[".debug_rnglists"] = self.length(len(body)) + body
        table = self.number(2, 5) + bytes([self.word, 0]) + b"".join(map(self.address, self.addresses))
        out[".debug_addr"] = self.length(len(table)) + table
        table = self.number(2, 5) + b"\0\0" + b"".join(self.number(self.offset_size, self.text_offset(i))
                                                      for i in range(len(self.texts)))
        out[".debug_str_offsets"] = self.length(len(table)) + table
        return out

    # ---- lines ----

    def line_program(self):
        """main is lines 10 to 13 of demo.cc, work lines 20 and 21 of far.cc."""
        code = b"\0" + uleb(1 + self.word) + b"\2" + self.address(0x1000)
        code += b"\3" + uleb(9) + b"\1"  # line 10
        code += b"\2" + uleb(0x10) + bytes([13 + 5 + 1])  # the next line, 16 bytes on
        code += b"\x09" + self.number(2, 0x10) + b"\x0a" + bytes([13 + 5 + 1])
        code += b"\x08" + bytes([13 + 5 + 1])
        code += b"\2" + uleb(0x1100 - 0x1020 - 17) + b"\4\2" + b"\3" + uleb(7) + b"\1"
        code += b"\5\3" + b"\2" + uleb(0x20) + b"\3\1\1" + b"\2" + uleb(0xE0) + b"\0\1\1"
        return code

    def lines(self):
        first = 1 if self.version < 5 else 0
        head = bytes([1] + ([1] if self.version >= 4 else []) + [1, 0xFB, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1])
        if first:
            head += b"dir\0\0" + b"dir/demo.cc\0\1\0\0" + b"far.cc\0\1\0\0" + b"\0"
            text = b""
        else:
            text = b"demo.cc\0/usr/far.cc\0"
            head += b"\1" + uleb(1) + uleb(STRING) + b"\1dir\0"
            head += b"\2" + uleb(1) + uleb(0x1F) + uleb(2) + uleb(UDATA) + b"\3"
            for offset in (0, 0, 8):  # the first file is there twice, as compilers write it
                head += self.number(self.offset_size, offset) + b"\0"
        middle = self.number(2, self.version) + (bytes([self.word, 0]) if self.version == 5 else b"")
        body = middle + self.number(self.offset_size, len(head)) + head + self.line_program()
        return {".debug_line": self.length(len(body)) + body, ".debug_line_str": text}

    # ---- the demo ----

    def bases(self):
        """Attributes of a unit: where its tables begin."""
        head = 16 if self.wide else 8
        return [(STR_OFFSETS_BASE, SEC_OFFSET, head), (ADDR_BASE, SEC_OFFSET, head),
                (RNGLISTS_BASE, SEC_OFFSET, head + 4)] if self.indexed else []

    def demo(self):
        name, place = self.name_form(), self.address_form()
        flag = (EXTERNAL, FLAG_PRESENT, 1) if self.version > 3 else (EXTERNAL, DATA1, 1)
        linkage = LINKAGE_NAME if self.version > 3 else MIPS_LINKAGE_NAME
        inner = Die(SUBPROGRAM, [(NAME, name, "inner"), (linkage, name, "_ZN3geo5innerEi"), (INLINE, DATA1, 3)],
                    [Die(VARIABLE, [(NAME, name, "x"), (LOCATION, BLOCK1, b"\2\x91\0")])])
        middle = Die(SUBPROGRAM, [(NAME, STRING, "middle"), (INLINE, DATA1, 3), flag])
        nameless = Die(SUBPROGRAM, [(INLINE, DATA1, 3)])
        far = Die(SUBPROGRAM, [(NAME, name, "far")])
        far_body = Die(SUBPROGRAM, [(SPECIFICATION, REF4, far), (INLINE, DATA1, 3)])
        ranges = self.ranges_form()
        high = ADDR if self.version < 4 else DATA4

        def code(begin, end):
            return [(LOW_PC, place, begin), (HIGH_PC, high, end if high == ADDR else end - begin)]

        call = Die(INLINED, [(ORIGIN, REF4, middle), (RANGES, ranges, [(0x1010, 0x1030), (0x1040, 0x1060)]),
                             (CALL_FILE, DATA1, 1), (CALL_LINE, DATA2, 7)],
                   [Die(BLOCK, [(RANGES, ranges, [(0x1010, 0x1030), (0x1040, 0x1060)])], [
                       Die(INLINED, [(ORIGIN, INDIRECT, nameless), *code(0x1010, 0x1030)],
                           [Die(INLINED, [(ORIGIN, REF8, inner), *code(0x1010, 0x1020), (CALL_FILE, DATA1, 2), (CALL_LINE, UDATA, 300)])])])])
        local = Die(CLASS, [(NAME, STRING, "local")], [Die(SUBPROGRAM, [(NAME, STRING, "method")])])
        main = Die(SUBPROGRAM, [(NAME, name, "main"), *code(*FUNCTIONS["main"])], [local, Die(BLOCK, [], [call])])
        work = Die(SUBPROGRAM, [(NAME, name, "work"), *code(*FUNCTIONS["work"])],
                   [Die(INLINED, [(ORIGIN, REF_ADDR, far_body), *code(0x1110, 0x1120)])])
        bases = self.bases()
        middle.children.append(Die(CLASS, [(NAME, STRING, "in_middle")], [work]))
        bases.append((STMT_LIST, SEC_OFFSET if self.version > 3 else DATA8 if self.wide else DATA4, 0))
        root = [(NAME, name, "demo.cc"), *code(BASE, 0x1200), *bases]
        first = Die(COMPILE_UNIT, root, [inner, middle, nameless, Die(NAMESPACE, [(NAME, STRING, "ns")], [main])])
        second = Die(COMPILE_UNIT, [(NAME, name, "far.cc"), *bases], [far, far_body])
        return self.debug([first, second]) | self.lines()

    # ---- the file ----

    def elf(self, sections):
        """An ELF file with symbols, its code at offset BASE, and these sections: bytes, or bytes and flags."""
        long = self.word == 8
        names = b"\0" + b"".join(name + b"\0" for name in FUNCTIONS_BYTES)
        symbols = b"\0" * (24 if long else 16)
        at = 1
        for name, (begin, end) in FUNCTIONS.items():
            if long:
                symbols += struct.pack(self.order + "IBBHQQ", at, 0x12, 0, 1, begin, end - begin)
            else:
                symbols += struct.pack(self.order + "IIIBBH", at, begin, end - begin, 0x12, 0, 1)
            at += len(name) + 1
        rows = [("", 0, 0, b"", 0, 0), (".text", 1, 6, None, 0, 0), (".symtab", 2, 0, symbols, 3, 24 if long else 16),
                (".strtab", 3, 0, names, 0, 0)]
        rows += [(name, 1, flags, data, 0, 0) for name, data, flags in sections]
        texts = b"\0" + b"".join(row[0].encode() + b"\0" for row in rows[1:]) + b".shstrtab\0"
        rows.append((".shstrtab", 3, 0, texts, 0, 0))
        body, table, name_at = b"", b"", 0
        for name, kind, flags, data, link, size in rows:
            offset, length, address = (BASE, 0x200, BASE) if data is None else (0x1200 + len(body), len(data), 0)
            name_at = texts.index(b"\0" + name.encode() + b"\0") + 1 if name else 0
            form = "IIQQQQIIQQ" if long else "10I"
            table += struct.pack(self.order + form, name_at, kind, flags, address, offset if kind else 0, length, link,
                                 1 if kind == 2 else 0, 1, size)
            body += data or b""
        machine, head_size = (62, 64) if long else (3, 52)
        ident = b"\x7fELF" + bytes([2 if long else 1, 1 if self.order == "<" else 2, 1]) + b"\0" * 9
        head = ident + struct.pack(self.order + ("HHIQQQIHHHHHH" if long else "HHIIIIIHHHHHH"), 2, machine, 1, BASE,
                                   head_size, 0x1200 + len(body), 0, head_size, 56 if long else 32, 1,
                                   64 if long else 40, len(rows), len(rows) - 1)
        if long:
            head += struct.pack(self.order + "IIQQQQQQ", 1, 5, BASE, BASE, BASE, 0x200, 0x200, 0x1000)
        else:
            head += struct.pack(self.order + "8I", 1, BASE, BASE, BASE, 0x200, 0x200, 5, 0x1000)
        return head.ljust(0x1200, b"\0") + body + table


FUNCTIONS_BYTES = [name.encode() for name in FUNCTIONS]


def packed(program, data, kind):
    """A compressed section: kind 1 zlib, 2 zstd, 0 as GNU tools did before there was a flag."""
    if kind == 0:
        return b"ZLIB" + struct.pack(">Q", len(data)) + zlib.compress(data)
    head = struct.pack(program.order + ("IIQQ" if program.word == 8 else "III"),
                       *([kind, 0, len(data), 1] if program.word == 8 else [kind, len(data), 1]))
    if kind == 1:
        return head + zlib.compress(data)
    return head + subprocess.run(["zstd", "-qc"], input=data, stdout=subprocess.PIPE, check=True).stdout


def plain(sections):
    return [(name, data, 0) for name, data in sections.items()]


# ---- The recording ----

def record(kind, body, misc=2):
    return struct.pack("<IHH", kind, misc, 8 + len(body)) + body


def jit():
    """A recording of code that was made while it was recorded, and the compiler's dump of it."""
    dump = struct.pack("<IIIIIIQQ", 0x4A695444, 1, 40, 62, 0, 7, 1000, 0)
    for index, (address, name) in enumerate([(0x5000, b"first"), (0x5040, b"Ldemo/App;outer(I)V"), (0x5000, b"again")]):
        body = struct.pack("<IIQQQQ", 7, 7, address, address, 0x20, index) + name + b"\0" + b"\xc3" * 0x20
        dump += struct.pack("<IIQ", 0, 16 + len(body), 2000) + body
    dump += struct.pack("<IIQIIQQQQQ", 1, 64, 3000, 7, 7, 0x5040, 0x5040, 0x5080, 0x20, 1)
    maps = [(0x4000, b"/tmp/jit-7.dump"), (0x5000, b"//anon")]
    return dump, maps, [[0x5010, 0x5050], [0x5090, 0x5050], [0x5030]]


def timed_jit(flags=0):
    """A dump whose functions come, move and are covered at times, and samples (time, chain) around these."""
    dump = struct.pack("<IIIIIIQQ", 0x4A695444, 1, 40, 62, 0, 8, 1000, flags)

    def load(time, address, size, index, name):
        body = struct.pack("<IIQQQQ", 8, 8, address, address, size, index) + name + b"\0" + b"\xc3" * size
        return struct.pack("<IIQ", 0, 16 + len(body), time) + body

    dump += load(2000, 0x5000, 0x20, 0, b"first")
    dump += load(2500, 0x5100, 0x20, 1, b"outer")
    dump += struct.pack("<IIQIIQQQQQ", 1, 64, 3000, 8, 8, 0x5000, 0x5000, 0x5080, 0x20, 0)
    dump += load(4000, 0x4FF0, 0x20, 2, b"again")  # over the first half of what was moved
    dump += struct.pack("<IIQ", 3, 16, 9000)
    chain, moved, rest = [0x5008, 0x5110], [0x5088, 0x5110], [0x5018, 0x5110]
    samples = [(1500, chain), (1999, chain), (2000, chain), (2499, chain), (2500, chain), (2999, moved), (3000, moved),
               (3999, chain), (4000, chain), (4000, chain), (4000, rest), (2600, chain), (9500, chain), (9500, moved)]
    maps = [(0x4000, b"/tmp/jit-8.dump"), (0x5000, b"//anon")]
    return dump, maps, samples


def recording(maps=((MAP, b"/opt/demo"),), chains=None, shift=MAP - BASE, period=1):
    """Call chains from the leaf on; addresses of the file."""
    chains = chains or [[0x1014], [0x1024], [0x1034], [0x1050], [0x1014, 0x1118], [0x1114, 0x1030], [0x1114, 0x1010], [0x1120, 0x1041],
              [0x1110, 0x1100], [0x1150, 0x1020], [0x1150, 0x1060]]
    records = [record(3, struct.pack("<II", 7, 7) + b"demo\0\0\0\0")]
    for start, name, *offset in maps:
        records.append(record(10, struct.pack("<IIQQQIIQQII", 7, 7, start, 0x1000, *(offset or [BASE]), 4095, 1, 99, 1, 5, 2) + name.ljust(16, b"\0")))
    for chain in chains:
        ips = [address + shift for address in chain]
        words = [2 ** 64 - 512, *ips]
        records.append(record(9, struct.pack(f"<QIIQQ{len(words)}Q", ips[0], 7, 7, period, len(words), *words)))
    data = b"".join(records)
    attribute = struct.pack("<IIQQQQQ", 1, 112, 0, 1, 1 | 2 | 32 | 256, 0, 0).ljust(112, b"\0") + struct.pack("<QQ", 0, 0)
    head = struct.pack("<13Q", 0x32454C4946524550, 104, 128, 104, 128, 232, len(data), 0, 0, 0, 0, 0, 0)
    return head + attribute + data


def timed_recording(maps, samples, clock):
    """Samples with their times, which are of a clock (None: the default one); process 8."""
    trailer = struct.pack("<IIQ", 8, 8, 1)
    data = record(3, struct.pack("<II", 8, 8) + b"demo\0\0\0\0" + trailer)
    for start, name in maps:
        data += record(10, struct.pack("<IIQQQIIQQII", 8, 8, start, 0x1000, 0, 8, 1, 99, 1, 5, 2) + name.ljust(16, b"\0") + trailer)
    for time, chain in samples:
        words = [2 ** 64 - 512, *chain]
        data += record(9, struct.pack(f"<QIIQQQ{len(words)}Q", chain[0], 8, 8, time, 1, len(words), *words))
    flags = 1 << 18 | (0 if clock is None else 1 << 25)
    attribute = struct.pack("<IIQQQQQ", 1, 112, 0, 1, 1 | 2 | 4 | 32 | 256, 0, flags).ljust(92, b"\0") + struct.pack("<I", clock or 0)
    head = struct.pack("<13Q", 0x32454C4946524550, 104, 128, 104, 128, 232, len(data), 0, 0, 0, 0, 0, 0)
    return head + attribute.ljust(112, b"\0") + struct.pack("<QQ", 0, 0) + data


# ---- Kinds ----

def damaged():
    """Debugging information that leads nowhere; the same code, so that only inlined functions can be missing."""
    program = Program(4)
    loop = Die(SUBPROGRAM, [(INLINE, DATA1, 1)])
    loop.attributes.append((ORIGIN, REF4, loop))
    call = Die(INLINED, [(ORIGIN, REF4, loop), (LOW_PC, ADDR, 0x1000), (HIGH_PC, DATA4, 0x100)])
    main = Die(SUBPROGRAM, [(LOW_PC, ADDR, 0x1000), (HIGH_PC, DATA4, 0x100)], [call])
    root = [(LOW_PC, ADDR, 0x1000), (HIGH_PC, DATA4, 0x200)]
    yield "loop", plain(program.debug([Die(COMPILE_UNIT, root, [loop, main])]))
    deep = Die(INLINED, [(LOW_PC, ADDR, 0x1010), (HIGH_PC, DATA4, 0x10)])
    for _ in range(300):
        deep = Die(BLOCK, [], [deep])
    main = Die(SUBPROGRAM, [(LOW_PC, ADDR, 0x1000), (HIGH_PC, DATA4, 0x100)], [deep])
    yield "deep", plain(program.debug([Die(COMPILE_UNIT, root, [main])]))
    yield "bare", plain(program.debug([Die(COMPILE_UNIT, [], [])]))
    other = Die(INLINED, [(ORIGIN, 0x1F20, b"\0\0\0\0"), (LOW_PC, ADDR, 0x1010), (HIGH_PC, DATA4, 0x10)])
    named = Die(SUBPROGRAM, [(NAME, STRING, "named"), (INLINE, DATA1, 1)])
    around = Die(INLINED, [(ORIGIN, REF4, named), (LOW_PC, ADDR, 0x1010), (HIGH_PC, DATA4, 0x10)], [other])
    main = Die(SUBPROGRAM, [(LOW_PC, ADDR, 0x1000), (HIGH_PC, DATA4, 0x100)], [around])
    yield "other-file", plain(program.debug([Die(COMPILE_UNIT, root, [named, main])]))
    main = Die(SUBPROGRAM, [(LOW_PC, ADDR, 0x1000), (HIGH_PC, DATA4, 0x100)], [Die(BLOCK, [])])
    back = Die(BLOCK, [(SIBLING, REF4, b"\1\0\0\0")], [Die(BLOCK, [])])
    yield "sibling", plain(program.debug([Die(COMPILE_UNIT, root, [back, main])]))
    good = program.demo()
    long = good | {".debug_abbrev": b"\x81" + b"\x80" * 10 + b"\0" + good[".debug_abbrev"]}
    yield "leb", plain(long)
    yield "cut", plain({name: data[:len(data) // 2] for name, data in good.items()})
    yield "empty", plain({name: b"" for name in good})
    yield "version", plain(good | {".debug_info": good[".debug_info"][:4] + b"\x63\0" + good[".debug_info"][6:]})
    sections = plain(good)
    yield "packed", [(name, struct.pack("<IIQQ", 1, 0, 2 ** 40, 1) + data, 0x800) for name, data, _ in sections]
    yield "unpacked", [(name, struct.pack("<IIQQ", 9, 0, 100, 1) + data, 0x800) for name, data, _ in sections]


def kinds():
    for version in 2, 3, 4, 5:
        program = Program(version)
        yield f"dwarf{version}", program, plain(program.demo())
    for name, program in {
            "siblings": Program(4, sibling=True), "wide": Program(4, wide=True), "wide5": Program(5, wide=True, indexed=1),
            "indexed": Program(5, indexed=1), "indexed3": Program(5, indexed=3, sibling=True), "word4": Program(4, word=4),
            "word4v5": Program(5, word=4, indexed=1), "big": Program(4, order=">"), "big5": Program(5, order=">", indexed=3),
    }.items():
        yield name, program, plain(program.demo())
    program = Program(5, indexed=1)
    sections = program.demo()
    yield "zlib", program, [(name, packed(program, data, 1), 0x800) for name, data in sections.items()]
    yield "zdebug", program, [(".z" + name[1:], packed(program, data, 0), 0) for name, data in sections.items()]
    if shutil.which("zstd"):
        yield "zstd", program, [(name, packed(program, data, 2), 0x800) for name, data in sections.items()]
    for name, sections in damaged():
        yield "bad-" + name, Program(4), sections


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def make(directory):
    for name, program, sections in kinds():
        write(os.path.join(directory, name, "opt", "demo"), program.elf(sections))
    program = Program(5)
    stripped = program.elf([(".gnu_debuglink", b"demo.debug\0\0" + struct.pack("<I", zlib.crc32(
        program.elf(plain(program.demo())))), 0)])
    write(os.path.join(directory, "link", "opt", "demo"), stripped)
    write(os.path.join(directory, "link", "usr", "lib", "debug", "opt", "demo.debug"), program.elf(plain(program.demo())))
    write(os.path.join(directory, "demo.data"), recording())
    dump, maps, chains = jit()
    write(os.path.join(directory, "jit", "tmp", "jit-7.dump"), dump)
    write(os.path.join(directory, "jit.data"), recording(maps, chains, 0))
    dump, maps, samples = timed_jit()
    write(os.path.join(directory, "jit", "tmp", "jit-8.dump"), dump)
    write(os.path.join(directory, "jit", "processor", "tmp", "jit-8.dump"), timed_jit(1)[0])
    for name, clock in (("monotonic", 1), ("other-clock", 7), ("no-clock", None)):
        write(os.path.join(directory, f"jit-{name}.data"), timed_recording(maps, samples, clock))


SECTIONS = (".debug_info", ".debug_abbrev", ".debug_str", ".debug_str_offsets", ".debug_addr", ".debug_ranges",
            ".debug_rnglists", ".debug_line", ".debug_line_str")


def package_index(version, sizes, dwo_id):
    """.debug_cu_index of a package with one unit; sizes of parts by the numbers of their sections."""
    slots = 4
    used = [slot == dwo_id % slots for slot in range(slots)]
    index = struct.pack("<IIII", version, len(sizes), 1, slots)
    index += b"".join(struct.pack("<Q", dwo_id if slot else 0) for slot in used)
    index += b"".join(struct.pack("<I", slot) for slot in used)
    index += b"".join(struct.pack("<I", number) for number in sizes)
    return index + bytes(4 * len(sizes)) + b"".join(struct.pack("<I", size) for size in sizes.values())


BIG_ENDIAN, PACKAGE, SHARED, DWO_ID = 1, 2, 4, 0x1122334455667788


def write_seed(path, flags, data):
    sizes = b"".join(struct.pack("<H", len(data.get(name, b""))) for name in SECTIONS)
    write(path, bytes([flags]) + sizes + b"".join(data.get(name, b"") for name in SECTIONS))


def make_seeds(directory):
    """A byte of flags, sizes of sections of 2 bytes, the sections."""
    for name, program, sections in kinds():
        if any(flags or name.startswith(".z") for name, _, flags in sections):
            continue
        data = {name: data for name, data, _ in sections}
        write_seed(os.path.join(directory, name), BIG_ENDIAN if program.order == ">" else 0, data)
        if name in ("bad-other-file", "dwarf4"):
            write_seed(os.path.join(directory, "shared-" + name), SHARED, data)
        if name in ("dwarf4", "indexed"):
            columns = {1: ".debug_info", 3: ".debug_abbrev", 6: ".debug_str_offsets", 8: ".debug_rnglists"}
            index = package_index(program.version if program.version == 5 else 2,
                                  {number: len(data[name]) for number, name in columns.items() if name in data}, DWO_ID)
            write_seed(os.path.join(directory, "package-" + name), PACKAGE, data | {".debug_line": index})


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--fuzz":
        make_seeds(sys.argv[2])
    elif len(sys.argv) == 2:
        make(sys.argv[1])
    else:
        sys.exit(__doc__.split("\n", maxsplit=1)[0])
