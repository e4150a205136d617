#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tracepoints.py DIRECTORY - make recordings of tracepoints and probes, with the fields of each sample.

DIRECTORY gets trace.txt, as perf script prints the samples, and the same as file.data, pipe.data, swapped.data and,
without names of the events (EVENT_DESC, EVENT_UPDATE), as nameless.data and nameless-pipe.data; below root/ are the
symbols, for --symfs. TRACING_DATA is written as trace-cmd.dat(5) describes it.
"""

import os
import struct
import sys

import perfdata

RAW, TRACING_DATA, TRACEPOINT = 1 << 10, 1, 2
TRACING_RECORD = 66

# NAME: number, fields (declaration, size, signed), and how the kernel prints them
EVENTS = {
    "kmem:kmalloc": (450, [("unsigned long call_site", 8, 0), ("size_t bytes_req", 8, 0), ("size_t bytes_alloc", 8, 0),
                           ("int node", 4, 1)],
                     "call_site={call_site:#x} bytes_req={bytes_req} bytes_alloc={bytes_alloc} node={node}"),
    "kmem:kfree": (451, [("unsigned long call_site", 8, 0)], "call_site={call_site:#x}"),
    "probe:read__return": (1500, [("unsigned long __probe_func", 8, 0), ("unsigned long __probe_ret_ip", 8, 0),
                                  ("s32 ret", 4, 1), ("u64 left", 8, 0)],
                           "({__probe_ret_ip:x} <- {__probe_func:x}) ret={ret} left={left:#x}"),
    "task:rename": (77, [("char oldcomm[16]", 16, 0), ("short oom_score_adj", 2, 1), ("__data_loc char[] path", 4, 0)],
                    'oldcomm="{oldcomm}" oom_score_adj={oom_score_adj} path={path}'),
    "syscalls:sys_exit_read": (680, [("int __syscall_nr", 4, 1), ("long ret", 8, 1)], "{ret:#x}"),
}
COMMON = [("unsigned short common_type", 2, 0), ("unsigned char common_flags", 1, 0),
          ("unsigned char common_preempt_count", 1, 0), ("int common_pid", 4, 1)]

SAMPLES = [
    ("kmem:kmalloc", ["alloc", "work", "main"], {"call_site": 0x100, "bytes_req": 64, "bytes_alloc": 96, "node": -1}),
    ("kmem:kmalloc", ["alloc", "work", "main"], {"call_site": 0x100, "bytes_req": 100, "bytes_alloc": 128, "node": 2}),
    ("kmem:kfree", ["free", "main"], {"call_site": 0x200}),
    ("kmem:kmalloc", ["alloc", "main"], {"call_site": 0x108, "bytes_req": 0, "bytes_alloc": 8, "node": -1}),
    ("probe:read__return", ["read", "main"], {"__probe_func": 1, "__probe_ret_ip": 2, "ret": 512, "left": 2**64 - 1}),
    ("probe:read__return", ["read", "main"], {"__probe_func": 1, "__probe_ret_ip": 2, "ret": -11, "left": 16}),
    ("probe:read__return", ["read", "work", "main"], {"__probe_func": 1, "__probe_ret_ip": 2, "ret": 7, "left": 9}),
    ("task:rename", ["rename", "main"], {"oldcomm": "a oom_score_adj=5", "oom_score_adj": 3, "path": "/tmp/x"}),
    ("syscalls:sys_exit_read", ["read", "main"], {"__syscall_nr": 0, "ret": 4096}),
    ("syscalls:sys_exit_read", ["read", "main"], {"__syscall_nr": 0, "ret": -4}),
]
FORMS = {1: "B", 2: "H", 4: "I", 8: "Q"}


def name_of(declaration):
    return declaration.split()[-1].split("[")[0]


def layout(event):
    """The declaration, offset, size and sign of each field."""
    at = 0
    for declaration, size, signed in COMMON + EVENTS[event][1]:
        at += -at % (1 if "[16]" in declaration else size)
        yield declaration, at, size, signed
        at += size


def format_file(event):
    lines = [f"\tfield:{declaration};\toffset:{at};\tsize:{size};\tsigned:{signed};\n"
             for declaration, at, size, signed in layout(event)]
    common, own = "".join(lines[:len(COMMON)]), "".join(lines[len(COMMON):])
    return f"name: {event.split(':')[1]}\nID: {EVENTS[event][0]}\nformat:\n{common}\n{own}\nprint fmt: \"\"\n".encode()


class Tracepoints(perfdata.Recording):
    def __init__(self, samples, order="<", named=True):
        super().__init__(samples, order)
        self.named = named

    def raw(self, sample):
        data = bytearray()
        for declaration, at, size, _ in layout(sample["event"]):
            value = sample["fields"].get(name_of(declaration), 0)
            data += b"\0" * (at - len(data))
            if isinstance(value, str):
                data += value.encode()[:size].ljust(size, b"\0")
            else:
                data += self.pack(FORMS[size], value % 2 ** (8 * size))
        data += b"\0" * (-(4 + len(data)) % 8)
        return self.pack("I", len(data)) + bytes(data)

    def sample(self, sample):
        record = super().sample(sample)
        return self.record(perfdata.SAMPLE, record[8:] + self.raw(sample), perfdata.USER)

    def attribute(self, config):
        attribute = super().attribute(config)
        sample_type = struct.unpack(self.order + "Q", attribute[24:32])[0] | RAW
        head = self.pack("IIQQQ", TRACEPOINT, perfdata.ATTRIBUTE, EVENTS[self.events[config]][0], 1, sample_type)
        return head + attribute[32:]

    def tracing_data(self):
        def file(text):
            return self.pack("Q", len(text)) + text

        groups = {}
        for event in self.events:
            groups.setdefault(event.split(":")[0], []).append(event)
        data = b"\x17\x08\x44tracing0.6\0" + bytes([self.order == ">", 8]) + self.pack("I", 4096)
        data += b"header_page\0" + file(b"\tfield: u64 timestamp;\n") + b"header_event\0" + file(b"# entry\n")
        data += self.pack("II", 0, len(groups))
        for group, events in groups.items():
            data += group.encode() + b"\0" + self.pack("I", len(events))
            data += b"".join(file(format_file(event)) for event in events)
        return data + self.pack("IIQ", 0, 0, 0)

    def features(self, is_folder):
        features = super().features(is_folder)
        features[TRACING_DATA] = self.tracing_data()
        if not self.named:
            del features[perfdata.EVENT_DESC]
        return features

    def pipe(self):
        data = self.pack("QQ", 0x32454C4946524550, 16)
        for number, event in enumerate(self.events):
            data += self.record(perfdata.HEADER_ATTR, self.attribute(number) + self.pack("Q", number + 1))
            if self.named:
                data += self.record(perfdata.EVENT_UPDATE, self.pack("QQ", 2, number + 1) + self.text(event))
        tracing = self.tracing_data()
        data += self.record(TRACING_RECORD, self.pack("I", len(tracing))) + tracing + b"\0" * (-len(tracing) % 8)
        return data + self.stream()


def samples():
    return [{"comm": "demo", "pid": 7, "tid": 7, "cpu": 0, "event": event, "fields": fields, "period": 1,
             "time": 10**9 + number * 1000, "frames": [(symbol, "/bin/demo") for symbol in symbols]}
            for number, (event, symbols, fields) in enumerate(SAMPLES)]


def text(sample):
    """The text of perf script: what is negative and printed in hexadecimal is 2^64 more."""
    printed = EVENTS[sample["event"]][2]
    fields = {name: value % 2**64 if f"{{{name}:#x}}" in printed else value for name, value in sample["fields"].items()}
    head = f"demo     7/7     [000]     1.{sample['time'] // 1000 % 10**6:06d}: {sample['event']}: "
    stack = "".join(f"\t{0x1000 + 16 * at:16x} {symbol}+0x8 ({module})\n"
                    for at, (symbol, module) in enumerate(sample["frames"]))
    return f"{head}{printed.format(**fields)}\n{stack}\n"


def main(directory):
    made = samples()
    recordings = {"": Tracepoints(made), "swapped": Tracepoints(made, ">"), "nameless": Tracepoints(made, named=False)}
    perfdata.write(os.path.join(directory, "trace.txt"), "".join(map(text, made)).encode())
    for name, recording in recordings.items():
        perfdata.write(os.path.join(directory, f"{name or 'file'}.data"), recording.file(recording.stream()))
        if name != "swapped":
            pipe = f"{name}-pipe.data" if name else "pipe.data"
            perfdata.write(os.path.join(directory, pipe), recording.pipe())
    perfdata.write(os.path.join(directory, "root/tmp/perf-7.map"), recordings[""].perf_map())


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n", maxsplit=1)[0])
    main(sys.argv[1])
