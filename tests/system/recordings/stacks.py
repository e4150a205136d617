#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""stacks.py DIRECTORY - make recordings of perf with registers and copies of stacks (perf record --call-graph dwarf).

DIRECTORY/ARCH/opt/demo is a program of that processor with symbols and call frame information, for --symfs;
DIRECTORY/ARCH.data is a recording of it. The functions, each 256 bytes of no code
but for a call before the middle, which is where they are and where callees return to:

    _start      outermost
    main        its frame is found from the stack pointer
    work        by the frame pointer
    leaf        has no frame
    bare        has no call frame information
    restore     the trampoline of a signal handler: its caller was interrupted

DIRECTORY/made-ARCH.data has main, work and leaf as code that a compiler made, with its dump in DIRECTORY/ARCH/tmp;
DIRECTORY/made-again.data has code that is replaced while it is recorded.
DIRECTORY/sframeVERSION-ARCH/opt/demo has .sframe instead of .eh_frame; it has no restore.
DIRECTORY/walked-ARCH.data has copies beside chains, which the kernel found by frame pointers (record-stacks --call-graph auto).
"""

import os
import struct
import sys
import time

IP, TID, TIME, CALLCHAIN, PERIOD, REGS_USER, STACK_USER = 1, 2, 4, 32, 256, 4096, 8192
COMM, SAMPLE, MMAP2, KSYMBOL, ARCH = 3, 9, 10, 17, 6
HEADER_ATTR, HEADER_FEATURE = 64, 80
USER, KERNEL, CONTEXT_KERNEL, CONTEXT_USER = 2, 1, 2**64 - 128, 2**64 - 512
ATTRIBUTE, BASE, ROOM = 112, 0x400000, 256
FUNCTIONS = {"_start": 0x1000, "main": 0x1100, "work": 0x1200, "leaf": 0x1300, "bare": 0x1400, "restore": 0x1501}
KERNEL_CODE = 0xFFFFFFFFC0000000
MADE = 0x900000  # where made code is
AT = {name: BASE + start + 0x80 for name, start in FUNCTIONS.items()}


class Machine:
    """What differs: numbers of registers are DWARF's, but for `slots`, which are a sample's."""

    def __init__(self, name, elf, word, abi, order="<", **numbers):
        self.name, self.elf, self.word, self.abi, self.order = name, elf, word, abi, order
        self.is_x86 = name == "x86_64"
        self.form = "Q" if word == 8 else "I"
        self.sp, self.fp, self.link = numbers["sp"], numbers["fp"], numbers["link"]
        self.slots = numbers["slots"]  # of sp, fp, pc, link
        self.padding = numbers.get("padding", 0)  # instructions that each function has for nothing

    def pack(self, form, *numbers):
        return struct.pack(self.order + form, *numbers)

    def words(self, *numbers):
        return self.pack(f"{len(numbers)}{self.form}", *numbers)

    # ---- the program ----

    def entry(self, body):
        body += b"\0" * (-(len(body) + 4) % self.word)
        return self.pack("I", len(body)) + body

    def frames(self, address):
        """.eh_frame at an address."""
        align = 0x80 - self.word  # minus a word
        saved = bytes([0x80 | self.fp, 2, 0x80 | self.link, 1])
        first = bytes([0x0C, self.sp, self.word if self.is_x86 else 0])
        if self.is_x86:
            first += bytes([0x80 | self.link, 1])
        out, commons = b"", {}
        for letters in (b"zR", b"zRS"):
            commons[letters] = len(out)
            out += self.entry(self.pack("I", 0) + b"\1" + letters + bytes([0, 1, align, self.link, 1, 0x1B]) + first)
        context = 2 * self.word  # above the stack pointer: sp, pc, fp
        programs = {
            "_start": bytes([0x07, self.link]),
            "main": bytes([0x0E, 4 * self.word]) + saved,
            "work": bytes([0x0C, self.fp, 2 * self.word]) + saved,
            "leaf": b"",
            "restore": bytes([0x0F, 3, 0x70 + self.sp, context, 0x06]) + b"".join(
                bytes([0x10, register, 2, 0x70 + self.sp, context + self.word * i])
                for i, register in enumerate((self.sp, self.link, self.fp))),
        }
        for name, program in programs.items():
            common = commons[b"zRS" if name == "restore" else b"zR"]
            if self.name == "aarch64" and name == "main":
                program += b"\x2d"  # its return address is signed
            program += b"\0" * self.padding
            start = FUNCTIONS[name] - (name == "restore")  # as in libc: the byte before belongs to it
            place = len(out) + 8
            out += self.entry(self.pack("IiI", place - 4 - common, start - address - place, 0x100) + b"\0" + program)
        return out + b"\0\0\0\0"

    def sframe(self, address, version=2):
        """
        .sframe at an address: version 2 or 3, starts relative to the section or, on AArch64, to their field; _start is outermost.
        In version 3 _start has no rows, and the frame of work is found by rules ("flexible").
        """
        rows, functions = b"", b""
        size, layout = (16, "qII") if version == 3 else (20, "iIIIBBH")
        sp, fp = 1, 0  # registers of a row
        saved = [-2 * self.word] if self.is_x86 else [-self.word, -2 * self.word]  # the return address's place is fixed on x86
        programs = {"_start": [(0, sp, [])], "main": [(0, sp, [4 * self.word, *saved])], "work": [(0, fp, [2 * self.word, *saved])],
                    "leaf": [(0, sp, [self.word if self.is_x86 else 0])]}
        for number, (name, program) in enumerate(programs.items()):
            start = FUNCTIONS[name] - address - (0 if self.is_x86 else 28 + size * number)
            is_flexible = version == 3 and name == "work"
            if version == 3:
                program = [] if name == "_start" else program
                functions += self.pack(layout, start, 0x100, len(rows))
                rows += self.pack("HBBB", len(program), 0, is_flexible, 0)
            else:
                functions += self.pack(layout, start, 0x100, len(rows), len(program), 0, 0, 0)
            if is_flexible:
                back = [0] if self.is_x86 else [2, saved[0]]  # on x86 as the header says; else in memory, from the frame's address on
                words = [self.fp << 3 | 1, 2 * self.word, *back, 2, saved[-1]]
                rows += self.pack("BB", 0, len(words) << 1) + self.pack("".join("bB"[word > 127] for word in words), *words)
                continue
            for at, register, offsets in program:
                signed = 0x80 if name == "main" and not self.is_x86 else 0
                rows += self.pack("BB", at, register | len(offsets) << 1 | signed) + self.pack(f"{len(offsets)}b", *offsets)
        abi = 3 if self.is_x86 else 2 if self.order == "<" else 1
        return (self.pack("HBBBbbB", 0xDEE2, version, 0 if self.is_x86 else 4, abi, 0, -8 if self.is_x86 else 0, 0)
                + self.pack("5I", len(programs), 5, len(rows), 0, len(functions)) + functions + rows)

    # ---- code that a compiler made ----

    def unwinding(self, program, size, layout):
        """
        A record of unwinding information: of code of a size, in the layout of perf ("perf"), with the table first ("table"), or
        written for another place ("moved"); as absolute addresses from 0 ("zero").
        """
        align = 0x80 - self.word
        first = bytes([0x0C, self.sp, self.word if self.is_x86 else 0]) + (bytes([0x80 | self.link, 1]) if self.is_x86 else b"")
        encoding = 0 if layout == "zero" else 0x1B
        out = self.entry(self.pack("I", 0) + b"\1zR" + bytes([0, 1, align, self.link, 1, encoding]) + first)
        place = len(out) + 8
        table = bytes([1, 0x1B, 3, 0x3B]) + self.pack("iIii", 0, 1, 0, 0)
        code = -(size + -size % 8) - (len(table) if layout == "table" else 0) - (0x40 if layout == "moved" else 0)
        where = self.words(0, size) if layout == "zero" else self.pack("iI", code - place, size)
        out += self.entry(self.pack("I", place - 4) + where + b"\0" + program) + b"\0\0\0\0"
        body = table + out if layout == "table" else out + table
        head = self.pack("QQQ", len(body), len(table), len(body))
        return self.pack("IIQ", 4, 16 + len(head) + len(body), 0) + head + body

    def loaded(self, name, address, size, index=0, time=0):
        body = self.pack("IIQQQQ", 7, 7, address, address, size, index) + name.encode() + b"\0" + bytes(size)
        return self.pack("IIQ", 0, 16 + len(body), time) + body

    def dump(self, records):
        return self.pack("IIIIIIQQ", 0x4A695444, 1, 40, 0 if self.word == 8 else self.elf, 0, 7, 0, 0) + b"".join(records)

    def programs(self):
        saved = bytes([0x80 | self.fp, 2, 0x80 | self.link, 1])
        return {"main": bytes([0x0E, 4 * self.word]) + saved, "work": bytes([0x0C, self.fp, 2 * self.word]) + saved, "leaf": b""}

    def made(self):
        """main is moved after it was loaded; work is written for its place, leaf for 0."""
        programs = self.programs()
        move = self.pack("IIQIIQQQQQ", 1, 64, 0, 7, 7, 0, MADE + 0x3000, MADE + FUNCTIONS["main"], 0xFD, 1)
        return self.dump([self.unwinding(programs["main"], 0xFD, "perf"), self.loaded("main", MADE + 0x3000, 0xFD, 1), move,
                          self.unwinding(programs["work"], 0xFF, "table"), self.loaded("work", MADE + FUNCTIONS["work"], 0xFF),
                          self.unwinding(programs["leaf"], 0xF8, "moved" if self.is_x86 else "zero"),
                          self.loaded("leaf", MADE + FUNCTIONS["leaf"], 0xF8), self.loaded("bare", MADE + 0x1400, 0x100)])

    def symbols(self):
        rows, texts = b"\0" * (24 if self.word == 8 else 16), b"\0"
        for name, start in FUNCTIONS.items():
            if self.word == 8:
                rows += self.pack("IBBHQQ", len(texts), 0x12, 0, 1, start, 0xFF)
            else:
                rows += self.pack("IIIBBH", len(texts), start, 0xFF, 0x12, 0, 1)
            texts += name.encode() + b"\0"
        return rows, texts

    def text(self):
        call = b"\xe8\0\0\0\0" if self.is_x86 else struct.pack("<I", 0x94000000)
        text = bytearray(0x1000)
        for start in FUNCTIONS.values():
            middle = start - 0x1000 + 0x80
            text[middle - len(call):middle] = call
        return bytes(text)

    def program(self, section=b".eh_frame", version=2):
        rows, texts = self.symbols()
        names = b"\0.text\0" + section + b"\0.symtab\0.strtab\0.shstrtab\0"
        bodies = [b"", self.text(), b"", rows, texts, names]
        types, places, at = [0, 1, 1, 2, 3, 3], [], 0
        for i, body in enumerate(bodies):
            at = max(at, 0x1000 * (i > 0))
            places.append(at)
            if i == 2:
                bodies[2] = body = self.frames(at) if section == b".eh_frame" else self.sframe(at, version)
            at += len(body) + -len(body) % 8
        table = at
        out = b"\x7fELF" + bytes([self.word // 4, 1 if self.order == "<" else 2, 1]) + b"\0" * 9
        out += self.pack("HHI", 3, self.elf, 1) + self.words(0, 40 + 3 * self.word, table)
        out += self.pack("IHHHHHH", 0, 40 + 3 * self.word, 8 + 6 * self.word, 1, 16 + 6 * self.word, 6, 5)
        flags = self.pack("I", 5)
        out += self.pack("I", 1) + (flags if self.word == 8 else b"") + self.words(0, 0, 0, table, table)
        out += (b"" if self.word == 8 else flags) + self.words(0x1000)
        for place, body in zip(places, bodies):
            out = out.ljust(place, b"\0") + body if body else out
        out = out.ljust(table, b"\0")
        for i, place in enumerate(places):
            name = names.find([b"\0", b".text", section, b".symtab", b".strtab", b".shstrtab"][i])
            is_table = types[i] == 2
            out += self.pack("II", name, types[i])
            out += self.words(2 if i in (1, 2) else 0, place if i in (1, 2) else 0, place, len(bodies[i]))
            out += self.pack("II", 4 if is_table else 0, 1 if is_table else 0)
            out += self.words(1, (24 if self.word == 8 else 16) if is_table else 0)
        return out

    # ---- the recording ----

    def record(self, kind, body, misc=USER):
        return self.pack("IHH", kind, misc, 8 + len(body)) + body

    def sample(self, pc, stack, fp=0, link=0, kernel=(), tid=7, sp=0x7000, room=0, time=None,
               has_registers=True, walked=(), period=1):
        """
        The stack is words from the stack pointer on; it is cut where `room` (bytes) says, or has an end. `walked`: what the kernel
        found by frame pointers.
        """
        copy = self.words(*stack)
        chain = ([CONTEXT_KERNEL, *kernel] if kernel else []) + ([CONTEXT_USER, *walked] if walked else [])
        values = dict(zip(self.slots, (sp, fp, pc, link)))
        body = self.pack("QII", pc, 7, tid) + (b"" if time is None else self.pack("Q", time)) + self.pack("Q", period) + self.pack(f"Q{len(chain)}Q", len(chain), *chain)
        values = [values[slot] for slot in sorted(values)] if has_registers else []
        body += self.pack(f"Q{len(values)}Q", self.abi if has_registers else 0, *values)
        size = room or ROOM
        body += self.pack("Q", size) + copy[:size].ljust(size, b"\0") + self.pack("Q", min(size, len(copy)))
        return self.record(SAMPLE, body, KERNEL if kernel else USER)

    def attribute(self, timed):
        mask = sum(1 << slot for slot in set(self.slots))
        sample_type = IP | TID | CALLCHAIN | PERIOD | REGS_USER | STACK_USER | (TIME if timed else 0)
        head = self.pack("IIQQQQQ", 1, ATTRIBUTE, 0, 1, sample_type, 0, 1 << 25 if timed else 0)
        head += self.pack("IIQQQQII", 0, 0, 0, 0, 0, mask, ROOM, 1 if timed else 0)
        return head + b"\0" * (ATTRIBUTE - len(head))

    def map(self, start, name):
        name += b"\0" * (-len(name) % 8 or 8)
        return self.record(MMAP2, self.pack("IIQQQIIQQII", 7, 7, start, 0x4000, 0, 8, 1, 99, 1, 5, 2) + name)

    def records(self, samples, maps=b""):
        text = b"demo\0\0\0\0"
        data = self.record(COMM, self.pack("II", 7, 7) + text)
        data += self.record(MMAP2, self.pack("IIQQQIIQQII", 7, 7, BASE, 0x3000, 0, 8, 1, 99, 1, 5, 2)
                            + b"/opt/demo".ljust(16, b"\0"))
        data += maps
        data += self.record(KSYMBOL, self.pack("QIHH", KERNEL_CODE, 256, 1, 0) + b"do_work\0", KERNEL)
        return data + b"".join(samples)

    def stream(self, samples, maps=b""):
        arch = self.name.encode().ljust(16, b"\0")
        return (self.pack("QQ", 0x32454C4946524550, 16) + self.record(HEADER_ATTR, self.attribute(True) + self.pack("Q", 0))
                + self.record(HEADER_FEATURE, self.pack("QI", ARCH, len(arch)) + arch) + self.records(samples, maps))

    def file(self, samples, maps=b"", timed=False):
        data = self.records(samples, maps)
        name = self.name.encode().ljust(16, b"\0")
        arch = self.pack("I", len(name)) + name
        start = 104 + ATTRIBUTE + 16
        place = start + len(data) + 16
        head = self.pack("13Q", 0x32454C4946524550, 104, ATTRIBUTE + 16, 104, ATTRIBUTE + 16, start, len(data), 0, 0,
                         1 << ARCH, 0, 0, 0)
        return head + self.attribute(timed) + self.pack("QQ", 0, 0) + data + self.pack("QQ", place, len(arch)) + arch


MACHINES = {
    "x86_64": Machine("x86_64", 62, 8, 2, sp=7, fp=6, link=16, slots=(7, 6, 8)),
    "costly": Machine("x86_64", 62, 8, 2, sp=7, fp=6, link=16, slots=(7, 6, 8), padding=16000),
    "i386": Machine("x86_64", 3, 4, 1, sp=4, fp=5, link=8, slots=(7, 6, 8)),
    "aarch64": Machine("aarch64", 183, 8, 2, sp=31, fp=29, link=30, slots=(31, 29, 32, 30)),
    "aarch64_be": Machine("aarch64_be", 183, 8, 2, ">", sp=31, fp=29, link=30, slots=(31, 29, 32, 30)),
    "arm": Machine("armv7l", 40, 4, 1, sp=13, fp=11, link=14, slots=(13, 11, 15, 14)),
    "riscv64": Machine("riscv64", 243, 8, 2, sp=2, fp=8, link=1, slots=(2, 8, 0, 1)),
}


def samples_of_x86(machine):
    word = machine.word
    main = [0, 0, 0x7777, AT["_start"]]  # main's frame: two words, the frame pointer, the return address
    work = [0x9000, AT["main"]]
    whole = [AT["work"], 1, 2, *work, *main]
    frame = 0x7000 + 3 * word  # where work's frame pointer leads
    samples = [
        machine.sample(AT["leaf"], whole, frame),
        machine.sample(AT["leaf"], whole, frame, kernel=(KERNEL_CODE + 16,)),
        machine.sample(AT["leaf"], whole, frame, room=5 * word + -5 * word % 8),
        machine.sample(AT["leaf"], [AT["restore"] - 0x80, 0, 0, 0x7000 + 6 * word, BASE + FUNCTIONS["leaf"], 0,
                                    AT["main"], *main]),
        # a handler on a stack of its own
        machine.sample(AT["leaf"], [AT["restore"] - 0x80, 0, 0, 0x7000000, AT["work"], 0x7000000, 0, 0], room=8 * word),
        machine.sample(AT["leaf"], [0x12345]),
        machine.sample(0x12345, [0x12345]),
        machine.sample(0x12345, [0x12345], kernel=(KERNEL_CODE + 16,)),
        machine.sample(AT["_start"], [0]),
    ]
    if word == 8:
        samples += [
            machine.sample(AT["bare"], [1, 2, *work, *main], 0x7010),
            machine.sample(AT["bare"], [1, 2, 0x9000, 0x12345], 0x7010),
            machine.sample(AT["bare"], [1, 2, *work, *main], 0x7014),
        ]
    return samples


def samples_of_arm(machine):
    signature = 0x2A << 48 if machine.name == "aarch64" else 0
    main = [0, 0, 0x7777, AT["_start"] | signature]
    work = [0x9000, AT["main"]]
    return [
        machine.sample(AT["leaf"], main, link=AT["main"]),
        machine.sample(AT["work"], [1, *work, *main], 0x7000 + machine.word),
        machine.sample(AT["bare"], main, link=AT["main"]),
    ]


def walk(machine, pc, fp, stack, sp=0x7000):
    """The kernel's walk: records of two words in the stack."""
    memory = {sp + machine.word * i: word for i, word in enumerate(stack)}
    found = [pc]
    while fp in memory and fp + machine.word in memory and len(found) < 127:
        found.append(memory[fp + machine.word] & (2**48 - 1))
        fp = memory[fp]
    return found


def records(count, at, outermost):
    """Frames of work that call each other, from the address of the first record on: {the next record, the return address}."""
    return [word for i in range(count) for word in (at + 16 * (i + 1), AT["work"])][:-1] + [outermost]


def samples_with_chains(machine):
    """Of x86-64: leaf has no frame, so that its caller is in the copy alone; the kernel found what is behind its end."""
    leaf, work, base = AT["leaf"], AT["work"], 0x7018
    whole = [work, 1, 2, *records(6, base, AT["_start"])]  # six frames of work, called by _start
    found = walk(machine, leaf, base, whole)

    def cut(stack, words, fp=base, **values):
        values.setdefault("walked", walk(machine, values.get("pc", leaf), fp, stack))
        return machine.sample(values.pop("pc", leaf), stack, fp, room=8 * words, **values)

    odd = found[:5] + [BASE + FUNCTIONS["work"] + 0x40, AT["_start"]]
    signal = [work, 1, 2, *records(2, base, AT["restore"]), 0, 0]
    own = [AT["restore"] - 0x80, 0, 0, 0x9000000, work, 0x9000040, 0, 0]  # the stack of a handler, which interrupted work
    return [
        cut(whole, 4), cut(whole, 5), cut(whole, 9), cut(whole, 15), cut(whole, 1), cut(whole, 4, kernel=(KERNEL_CODE + 16,)),
        # main finds its caller by the stack pointer: the chain ends there
        cut([work, 1, 2, *records(2, base, AT["main"]), 0, 0], 4),
        # what the kernel found is of another moment; on another stack; is not there
        cut(whole, 9, walked=[*found[:2], AT["main"], *found[3:]]),
        cut(whole, 9, fp=0x5000, walked=found), cut(whole, 9, walked=found[:2]),
        # the frame pointer is something else, and the kernel found what it led to
        cut([AT["main"], 0, 0, 0x5550, work, *records(2, 0x7028, AT["_start"])], 4, fp=0x5550, walked=[leaf, work, work]),
        # a return address without a call before it; the first one of a function, which was put there by hand; of no code
        cut(whole, 4, walked=odd), cut(whole, 4, walked=[*found[:4], BASE + FUNCTIONS["bare"], AT["_start"]]),
        cut(whole, 4, walked=[*found[:4], 0x12345, AT["_start"]]),
        # a signal handler behind the end of the copy; on a stack of its own, of which the copy is
        cut(signal, 4), cut(own, 8, fp=0x9000040, walked=[leaf, work, work, AT["_start"]]),
        # code without call frame information, behind the end and before it
        cut([work, 1, 2, base + 16, AT["bare"], base + 32, work, 0, AT["_start"]], 4),
        cut([1, 2, 0x7020, work, 0x7030, work, 0, AT["_start"]], 4, pc=AT["bare"], fp=0x7010),
        # the row of leaf leads to no code: the frame pointer may lead on
        cut([0x12345, 1, 2, *records(2, base, AT["_start"])], 7), cut([0x12345, 1, 2, base + 16, work + 1, 0, AT["_start"]], 7),
        # more frames than are taken, behind the copy
        cut([work, 1, 2, *records(130, base, AT["_start"])], 4),
        # a copy that is shorter than was asked for: the rest of the stack was not in memory
        machine.sample(leaf, [work, 1, 2], base, room=64),
        # registers of no code: the chain is what there is
        cut(whole, 4, pc=0x12345, walked=found),
    ]


def samples_with_chains_of_arm(machine):
    """The record of a function that has a frame is at its frame pointer; signed in main."""
    signature, base = 0x2A << 48, 0x7008
    stack = [1, *records(3, base, AT["main"]), 0, 0, 0x7100, AT["_start"] | signature]
    stack[5:7] = [base + 64, AT["main"]]
    stack[9:11] = [0, AT["_start"] | signature]
    found = walk(machine, AT["work"], base, stack)
    return [machine.sample(AT["work"], stack, base, room=8 * words, walked=found) for words in (3, 5, 10)] + [
        machine.sample(AT["leaf"], stack, base, link=AT["work"], room=24, walked=[AT["leaf"], *found[1:]]),
        machine.sample(AT["work"], stack, base, room=24, walked=[found[0], AT["leaf"], *found[2:]])]


def samples_of_many_frames(machine):
    """Rows that cost much to make: more than a sample may cost, and as many as it may."""
    recursion = [AT["main"]] + 4 * [0, 0, 0, AT["main"]] + [0, 0, 0, AT["_start"]]
    return [machine.sample(AT["leaf"], recursion), machine.sample(AT["leaf"], [AT["main"], 0, 0, 0, AT["_start"]])]


def samples_of_deep_recursion(machine):
    """More callers than are taken."""
    recursion = [AT["main"]] + 300 * [0, 0, 0, AT["main"]] + [0, 0, 0, AT["_start"]]
    return [machine.sample(AT["leaf"], recursion, room=8 * len(recursion), kernel=kernel) for kernel in ((), (KERNEL_CODE + 16,))]


def samples_of_large_periods(machine):
    """Two of a stack that is cut, which do not add up to a number of 64 bits."""
    return 2 * [machine.sample(AT["leaf"], [AT["work"], 1, 2, 0x7028, AT["main"]], 0x7018, room=16, period=2**63)]


def samples_without_user_part(machine):
    """No copy, or no registers, in user mode and in the kernel; an unknown marker in the kernel's part, with a copy."""
    kernel, unknown, whole = KERNEL_CODE + 16, 2**64 - 1000, [AT["main"], 0, 0, 0, AT["_start"]]
    return [machine.sample(AT["leaf"], []), machine.sample(AT["leaf"], [], kernel=(kernel,)),
            machine.sample(AT["work"], whole, has_registers=False),
            machine.sample(AT["work"], whole, has_registers=False, kernel=(kernel,)),
            machine.sample(AT["leaf"], whole, kernel=(kernel, unknown, kernel)), machine.sample(AT["leaf"], whole, kernel=(unknown,))]


def samples_of_made_code(machine, time=None):
    """leaf, work and main are made; main is called by the program."""
    at = {name: MADE + FUNCTIONS[name] + 0x80 for name in ("main", "work", "leaf")}
    main, work = [0, 0, 0x7777, AT["_start"]], [0x9000, at["main"]]
    samples = [machine.sample(at["work"], [1, *work, *main], 0x7000 + machine.word, time=time)]
    if machine.is_x86:
        return samples + [machine.sample(at["leaf"], [at["work"], 1, 2, *work, *main], 0x7000 + 3 * machine.word, time=time)]
    return samples + [machine.sample(at["leaf"], main, link=at["main"])]


def made_again(machine):
    """At one address, leaf until time 2000, then main, which has a frame."""
    programs, address = machine.programs(), MADE + 0x1000
    dump = machine.dump([machine.unwinding(programs["leaf"], 0x100, "perf"), machine.loaded("leaf", address, 0x100, 0, 1000),
                         machine.unwinding(programs["main"], 0x100, "perf"), machine.loaded("main", address, 0x100, 1, 2000)])
    leaf, main = [AT["_start"], 0x1111, 0, 0], [0, 0x2222, 0x7777, AT["_start"]]
    return dump, [machine.sample(address + 0x80, stack, time=time)
                  for time, stack in ((1500, leaf), (1600, leaf), (2500, main), (1700, leaf), (2600, main))]


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def make_made(directory):
    for name, machine in MACHINES.items():
        if not machine.padding:
            write(os.path.join(directory, name, "tmp", "jit-7.dump"), machine.made())
            maps = machine.map(0x800000, b"/tmp/jit-7.dump") + machine.map(MADE, b"//anon")
            write(os.path.join(directory, f"made-{name}.data"), machine.file(samples_of_made_code(machine), maps))
    machine = MACHINES["x86_64"]
    dump = os.path.join(os.path.abspath(directory), "x86_64", "tmp", "jit-7.dump").encode()
    now = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    maps = machine.map(0x800000, dump) + machine.map(MADE, b"//anon")
    write(os.path.join(directory, "made-here.data"), machine.stream(samples_of_made_code(machine, now), maps))
    dump, samples = made_again(machine)
    maps = machine.map(0x800000, b"/tmp/jit-7.dump") + machine.map(MADE, b"//anon")
    write(os.path.join(directory, "again", "tmp", "jit-7.dump"), dump)
    write(os.path.join(directory, "again", "opt", "demo"), machine.program())
    write(os.path.join(directory, "made-again.data"), machine.file(samples, maps, timed=True))


def make(directory):
    make_made(directory)
    for name, machine in MACHINES.items():
        program = os.path.join(directory, name, "opt", "demo")
        os.makedirs(os.path.dirname(program), exist_ok=True)
        with open(program, "wb") as file:
            file.write(machine.program())
        samples = (samples_of_many_frames(machine) if machine.padding else
                   samples_of_x86(machine) if machine.is_x86 else samples_of_arm(machine))
        with open(os.path.join(directory, name + ".data"), "wb") as file:
            file.write(machine.file(samples))
    for name, samples in (("x86_64", samples_with_chains), ("aarch64", samples_with_chains_of_arm), ("aarch64_be", samples_with_chains_of_arm)):
        with open(os.path.join(directory, f"walked-{name}.data"), "wb") as file:
            file.write(MACHINES[name].file(samples(MACHINES[name])))
    for name, version in (("x86_64", 2), ("aarch64", 2), ("aarch64_be", 2), ("x86_64", 1),
                          ("x86_64", 3), ("aarch64", 3), ("aarch64_be", 3)):
        write(os.path.join(directory, f"sframe{version}-{name}", "opt", "demo"), MACHINES[name].program(b".sframe", version))
    for name, samples in (("deep", samples_of_deep_recursion), ("without", samples_without_user_part),
                          ("too-many", samples_of_large_periods)):
        with open(os.path.join(directory, name + ".data"), "wb") as file:
            file.write(MACHINES["x86_64"].file(samples(MACHINES["x86_64"])))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n", maxsplit=1)[0])
    make(sys.argv[1])
