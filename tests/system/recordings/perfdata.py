#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""perfdata.py TEXT DIRECTORY - make recordings of perf (perf.data) of what perf script printed.

A recording of each form is written into DIRECTORY, and all of them hold the same samples:

    file.data       as perf record writes it
    swapped.data    by a machine of the other byte order
    pipe.data       perf record -o -
    folder/         perf record --threads
    packed.data     perf record -z; only where zstd is installed, and the build reads it
    ksymbols.data   as file.data, but the symbols are in the recording
    branches.data   as file.data, but the callers are branches (perf record --call-graph lbr)
    root/           for --symfs: the symbols, as a just-in-time compiler writes them

Addresses are made up: what is known of a frame is its symbol, or else its module. The format is that of
tools/perf/Documentation/perf.data-file-format.txt and include/uapi/linux/perf_event.h of Linux.
"""

import os
import re
import shutil
import struct
import subprocess
import sys

# perf_event_attr.sample_type: the fields of a sample, in the order in which they are written below
IP, TID, TIME, CALLCHAIN, CPU, PERIOD, BRANCH_STACK, IDENTIFIER, CGROUPS = \
    1, 2, 4, 32, 128, 256, 2048, 65536, 1 << 21
BRANCH_USER, BRANCH_CALL_STACK = 1, 2048  # branch_sample_type
FREQUENCY, SAMPLE_ID_ALL = 10, 18  # bits of its flags
COMM, FORK, SAMPLE, MMAP2, KSYMBOL, CGROUP = 3, 7, 9, 10, 17, 19
HEADER_ATTR, FINISHED_ROUND, EVENT_UPDATE, HEADER_FEATURE, COMPRESSED, COMPRESSED2 = 64, 68, 78, 80, 81, 83
ARCH, HOSTNAME, EVENT_DESC, DIR_FORMAT = 6, 3, 12, 24
USER, KERNEL = 2, 1  # modes of misc
READ, EXECUTE = 1, 4
CONTEXT_KERNEL, CONTEXT_USER = 2**64 - 128, 2**64 - 512
ATTRIBUTE = 112  # bytes, as perf has had it since 2017
SYMBOLS, MODULES, KERNEL_SYMBOLS = 0x10000000, 0x7F0000000000, 0xFFFFFFFFC0000000
ROUND = 16  # samples

EVENT_LINE = re.compile(r"^(?P<comm>\S.*?)\s+(?:(?P<pid>-?\d+)/)?(?P<tid>-?\d+)\s+(?:\[(?P<cpu>\d+)\]\s+)?"
                        r"(?P<seconds>\d+)\.(?P<micros>\d{6}):\s+(?P<period>\d+)\s+(?P<event>\S+):\s*$")
STACK_LINE = re.compile(r"^\s+[0-9a-f]+ (?P<symbol>.*) \((?P<module>[^()]*)\)$")


def read_text(path):
    """The samples: dictionaries of comm, pid, tid, cpu, time (ns), period, event, and frames from the leaf on."""
    samples, frames = [], None
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        for line in file:
            head, stack = EVENT_LINE.match(line), STACK_LINE.match(line.rstrip("\n"))
            if head:
                frames = []
                tid = int(head["tid"])
                samples.append({"comm": head["comm"], "pid": int(head["pid"] or tid), "tid": tid,
                                "cpu": int(head["cpu"] or 0), "event": head["event"], "frames": frames,
                                "time": int(head["seconds"]) * 10**9 + int(head["micros"]) * 1000,
                                "period": int(head["period"])})
            elif stack:
                symbol = re.sub(r"\+0x[0-9a-f]+$", "", stack["symbol"])
                frames.append((symbol, stack["module"]))
            elif line.strip() and not line.startswith("#"):
                sys.exit(f"perfdata.py: {path}: not understood: {line}")
    return samples


def encode(text):
    return text.encode("utf-8", "surrogateescape")


class Recording:
    """
    The records of samples, in one byte order. With control groups (perf record --all-cgroups): the id is the PID,
    and a record tells the path of those that are even.
    """

    def __init__(self, samples, order="<", in_recording=False, by_branches=False, cgroups=False):
        self.samples, self.order = samples, order
        self.in_recording, self.by_branches, self.cgroups = in_recording, by_branches, cgroups
        self.events = list(dict.fromkeys(sample["event"] for sample in samples))
        self.symbols, self.modules = {}, {}
        for symbol, module in (frame for sample in samples for frame in sample["frames"]):
            if symbol != "[unknown]":
                self.symbols.setdefault(symbol, len(self.symbols))
            else:
                self.modules.setdefault(module, len(self.modules))

    def pack(self, form, *numbers):
        return struct.pack(self.order + form, *numbers)

    def flags(self, *bits):
        """Bit fields: the other byte order fills each byte from its other end."""
        flags = bytearray(8)
        for bit in bits:
            flags[bit // 8] |= 1 << (bit % 8 if self.order == "<" else 7 - bit % 8)
        return bytes(flags)

    # ---- records ----

    def record(self, kind, body, misc=0):
        return self.pack("IHH", kind, misc, 8 + len(body)) + body

    def text(self, text):
        """A string and its NUL, up to a multiple of 8."""
        data = encode(text) + b"\0"
        return data + b"\0" * (-len(data) % 8)

    def trailer(self, sample, time):
        return self.pack("IIQIIQ", sample["pid"], sample["tid"], time, sample["cpu"], 0, 1)

    def beside(self, kind, body, sample, time, misc=USER):
        return self.record(kind, body + self.trailer(sample, time), misc)

    def address(self, frame):
        """The mode and the address of a frame, which lies behind the first byte of its symbol."""
        symbol, module = frame
        if symbol == "[unknown]":
            return CONTEXT_USER, MODULES + 0x10000 * self.modules[module] + 8
        if self.in_recording:
            return CONTEXT_KERNEL, KERNEL_SYMBOLS + 64 * self.symbols[symbol] + 8
        return CONTEXT_USER, SYMBOLS + 64 * self.symbols[symbol] + 8

    def chain(self, frames):
        words, mode = [], None
        for frame in frames:
            context, address = self.address(frame)
            if context != mode:
                words.append(context)
            mode = context
            words.append(address)
        return self.pack(f"Q{len(words)}Q", len(words), *words)

    def sample(self, sample):
        number = self.events.index(sample["event"]) + 1
        ip = self.address(sample["frames"][0])[1] if sample["frames"] else 0
        body = self.pack("QQIIQIIQ", number, ip, sample["pid"], sample["tid"], sample["time"], sample["cpu"], 0,
                         sample["period"])
        if self.by_branches:
            leaf, callers = sample["frames"][:1], sample["frames"][1:]
            return self.record(SAMPLE, body + self.chain(leaf) + self.branches(callers), USER)
        body += self.chain(sample["frames"])
        if self.cgroups:
            body += self.pack("Q", sample["pid"])
        return self.record(SAMPLE, body, USER)

    def branches(self, callers):
        words = [word for caller in callers for word in (self.address(caller)[1], SYMBOLS, 0)]
        return self.pack(f"Q{len(words)}Q", len(callers), *words)

    def map(self, sample, start, size, name, protection=READ | EXECUTE):
        return self.beside(MMAP2, self.pack("IIQQQIIQQII", sample["pid"], sample["pid"], start, size, 0, 8, 1, 99, 1,
                                            protection, 2) + self.text(name), sample, 0)

    def process(self, sample):
        """What is mapped in a process."""
        records = [] if self.in_recording else [self.map(sample, SYMBOLS, 64 * len(self.symbols) or 64, "//anon")]
        for module, number in self.modules.items():
            if module != "[unknown]":
                is_data = module.startswith(("//anon", "[heap", "[stack"))  # executable, they are code that was made
                records.append(self.map(sample, MODULES + 0x10000 * number, 0x1000, module,
                                        READ if is_data else READ | EXECUTE))
        if self.cgroups and sample["pid"] % 2 == 0:
            path = self.text(f"/pid-{sample['pid']}")
            records.append(self.beside(CGROUP, self.pack("Q", sample["pid"]) + path, sample, 0))
        return records

    def kernel(self):
        """The symbols, as the kernel tells of programs that it has loaded."""
        nobody = {"pid": 0, "tid": 0, "cpu": 0}
        return [self.beside(KSYMBOL, self.pack("QIHH", KERNEL_SYMBOLS + 64 * number, 64, 1, 0) + self.text(symbol),
                            nobody, 0, KERNEL) for symbol, number in self.symbols.items()]

    def rounds(self):
        """What came before the first sample, then the samples and names of each round, by processor."""
        seen, names = set(), {}
        before = self.kernel() if self.in_recording else []
        for sample in self.samples:
            if sample["pid"] not in seen:
                before += self.process(sample)
            seen.add(sample["pid"])
        yield before
        for start in range(0, len(self.samples), ROUND):
            records = []
            for sample in self.samples[start:start + ROUND]:
                if names.get(sample["tid"]) != sample["comm"]:
                    names[sample["tid"]] = sample["comm"]
                    body = self.pack("II", sample["pid"], sample["tid"]) + self.text(sample["comm"])
                    records.append((sample["cpu"], self.beside(COMM, body, sample, sample["time"])))
                records.append((sample["cpu"], self.sample(sample)))
            yield [record for _, record in sorted(records, key=lambda record: record[0])]

    def stream(self):
        end = self.record(FINISHED_ROUND, b"")
        return b"".join(b"".join(records) + end for records in self.rounds())

    # ---- containers ----

    def attribute(self, config):
        sample_type = IDENTIFIER | IP | TID | TIME | CPU | PERIOD | CALLCHAIN
        if self.by_branches:
            sample_type |= BRANCH_STACK
        if self.cgroups:
            sample_type |= CGROUPS
        head = self.pack("IIQQQQ", 1, ATTRIBUTE, config, 99, sample_type, 0) + self.flags(FREQUENCY, SAMPLE_ID_ALL)
        if self.by_branches:
            head += self.pack("IIQQQ", 0, 0, 0, 0, BRANCH_USER | BRANCH_CALL_STACK)
        return head + b"\0" * (ATTRIBUTE - len(head))

    def string(self, text):
        data = self.text(text)
        return self.pack("I", len(data)) + data

    def features(self, is_folder):
        described = self.pack("II", len(self.events), ATTRIBUTE)
        for number, event in enumerate(self.events):
            described += self.attribute(number) + self.pack("I", 1) + self.string(event) + self.pack("Q", number + 1)
        features = {HOSTNAME: self.string("demo"), ARCH: self.string("x86_64"), EVENT_DESC: described}
        if is_folder:
            features[DIR_FORMAT] = self.pack("Q", 1)
        return features

    def file(self, data, is_folder=False):
        at = 104 + 8 * len(self.events)
        attributes = b"".join(self.attribute(number) + self.pack("QQ", 104 + 8 * number, 8)
                              for number in range(len(self.events)))
        ids = b"".join(self.pack("Q", number + 1) for number in range(len(self.events)))
        features = self.features(is_folder)
        bits = [sum(1 << (bit - word) for bit in features if word <= bit < word + 64) for word in range(0, 256, 64)]
        start = at + len(attributes)
        place, table, bodies = start + len(data) + 16 * len(features), b"", b""
        for bit in sorted(features):
            table += self.pack("QQ", place + len(bodies), len(features[bit]))
            bodies += features[bit]
        head = self.pack("QQQQQQQQQ4Q", 0x32454C4946524550, 104, ATTRIBUTE + 16, at, len(attributes), start, len(data),
                         0, 0, *bits)
        return head + ids + attributes + data + table + bodies

    def pipe(self):
        head = self.pack("QQ", 0x32454C4946524550, 16)
        for number, event in enumerate(self.events):
            head += self.record(HEADER_ATTR, self.attribute(number) + self.pack("Q", number + 1))
            head += self.record(EVENT_UPDATE, self.pack("QQ", 2, number + 1) + self.text(event))
        for bit, body in self.features(False).items():
            if bit != EVENT_DESC:
                head += self.record(HEADER_FEATURE, self.pack("Q", bit) + body)
        return head + self.stream()

    def folder(self):
        """The names of its files and what is in them: samples by processor, all else beside the header."""
        files = {"data": b"", "data.0": b"", "data.1": b""}
        for records in self.rounds():
            for record in records:
                kind, cpu = struct.unpack(self.order + "I", record[:4])[0], 0
                if kind == SAMPLE:
                    cpu = struct.unpack(self.order + "I", record[40:44])[0]
                files[f"data.{cpu % 2}" if kind == SAMPLE else "data"] += record
        files["data"] = self.file(files["data"], True)
        return files

    def packed(self, piece=1000):
        """One stream of zstd in records of both kinds, which do not care where records inside of it end."""
        data, at, turn = b"", 0, 0
        stream = subprocess.run(["zstd", "-q", "-c"], input=self.stream(), stdout=subprocess.PIPE, check=True).stdout
        while at < len(stream):
            part = stream[at:at + piece]
            if turn % 2 == 0:
                data += self.record(COMPRESSED, part)
            else:
                data += self.record(COMPRESSED2, self.pack("Q", len(part)) + part + b"\0" * (-len(part) % 8))
            at, turn = at + piece, turn + 1
        return self.file(data)

    def perf_map(self):
        return b"".join(b"%x 40 %s\n" % (SYMBOLS + 64 * number, encode(symbol))
                        for symbol, number in self.symbols.items())


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def find_end(data, sample):
    """Where the record of a sample ends in a file that is not packed: its time is in no other record of its size."""
    for order in "<>":
        head = struct.pack(order + "IIQ", sample["pid"], sample["tid"], sample["time"])
        at = data.find(head)
        while at >= 0:
            kind, _, size = struct.unpack(order + "IHH", data[at - 24:at - 16])
            if kind == SAMPLE:
                return at - 24 + size
            at = data.find(head, at + 1)
    raise ValueError("no such sample")


def make_of(samples, directory):
    recording = Recording(samples)
    forms = {"file.data": recording.file(recording.stream()), "pipe.data": recording.pipe()}
    swapped, inside = Recording(samples, ">"), Recording(samples, in_recording=True)
    forms["swapped.data"] = swapped.file(swapped.stream())
    forms["ksymbols.data"] = inside.file(inside.stream())
    branches = Recording(samples, by_branches=True)
    forms["branches.data"] = branches.file(branches.stream())
    forms.update({os.path.join("folder", name): data for name, data in recording.folder().items()})
    if shutil.which("zstd") and "zstd" not in os.environ.get("WITHOUT", "").split():
        forms["packed.data"] = recording.packed()
    for pid in {sample["pid"] for sample in samples}:
        forms[f"root/tmp/perf-{pid}.map"] = recording.perf_map()
    for name, data in forms.items():
        write(os.path.join(directory, name), data)


def make(text, directory):
    make_of(read_text(text), directory)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__.split("\n", maxsplit=1)[0])
    make(sys.argv[1], sys.argv[2])
