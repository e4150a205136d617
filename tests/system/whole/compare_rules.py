#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: system.sframe long system NEEDS x86_64 !sanitizers TIMEOUT 300 RUN @made@/compare_rules
"""compare_rules.py COMPARE - does .sframe say what .eh_frame says, wherever both say something?

Programs are built with `as --gsframe`, which writes .sframe beside .eh_frame; of a copy .eh_frame is removed, and both are asked
about each address. $SFRAME_PREFIX begins the commands of another gcc and binutils ("chroot DIRECTORY "), to which the folder
for temporary files has to be known by the same name. Skipped where the assembler is older than 2.41.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PREFIX = shlex.split(os.environ.get("SFRAME_PREFIX", ""))
SKIPPED = 77
BUILDS = [[level, pointers, *more] for level in ("-O0", "-O2", "-O3") for pointers in ("-fno-omit-frame-pointer", "-fomit-frame-pointer")
          for more in ([], ["-mavx2"])]

# Functions whose frame is found by other registers than the stack and frame pointer, or whose stack is aligned; a signal's frame.
MORE = """
#include <alloca.h>
#include <string.h>
typedef int vector __attribute__((vector_size(64)));
int x_leaf(int n) { volatile int x = n; for (int i = 0; i < n; i++) x += i; return x; }
int x_aligned(int n) { vector v __attribute__((aligned(64))); memset(&v, n, sizeof(v)); return x_leaf(v[3] & 0xff); }
int x_both(int n) { vector v __attribute__((aligned(64))); char *p; memset(&v, n, sizeof(v)); p = alloca(n + 10); memset(p, 3, n);
  return x_leaf(v[3] & 0xff) + p[1]; }
__attribute__((noreturn)) void x_stop(void) { __builtin_trap(); }
__asm__(".text\\n.type x_signal, @function\\nx_signal:\\n.cfi_startproc\\n.cfi_signal_frame\\n.cfi_def_cfa_offset 168\\nmov $15, %rax\\n"
  "syscall\\n.cfi_endproc\\n.size x_signal, .-x_signal\\n"
  ".type x_start, @function\\nx_start:\\n.cfi_startproc\\n.cfi_undefined %rip\\nhlt\\n.cfi_endproc\\n.size x_start, .-x_start\\n");
"""


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def version_of(path):
    dumped = run("objdump", "-s", "-j", ".sframe", path).stdout
    row = re.search(r"^ [0-9a-f]+ ([0-9a-f]{8})", dumped, re.MULTILINE)
    return int(row.group(1)[4:6], 16) if row else 0


def compare(program, path, name):
    """Whether all is equal; the share of the code is printed."""
    other = path + ".without"
    run("objcopy", "--remove-section=.eh_frame", "--remove-section=.eh_frame_hdr", "--strip-debug", path, other)
    ends = [(int(row[1], 16), int(row[2], 16)) for row in re.finditer(
        r"\] \.(?:plt|plt\.\w+|text|init)\s+PROGBITS\s+([0-9a-f]+) [0-9a-f]+ ([0-9a-f]+)", run("readelf", "-SW", path).stdout)]
    done = run(program, path, other, f"{min(a for a, _ in ends):x}", f"{max(a + size for a, size in ends):x}")
    print(f"{name:60} version {version_of(path)}: {done.stdout.strip()}{done.stderr}", flush=True)
    return done.returncode == 0


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n", maxsplit=1)[0])
    good = True
    with tempfile.TemporaryDirectory() as folder:
        more = os.path.join(folder, "more.c")
        for path, text in ((more, MORE), (os.path.join(folder, "cases.c"), open(os.path.join(HERE, "cases.c"), encoding="utf-8").read())):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        for number, options in enumerate(BUILDS):
            path = os.path.join(folder, f"program{number}")
            built = run(*PREFIX, "gcc", "-g", "-w", "-Wa,--gsframe", *options, os.path.join(folder, "cases.c"), more, "-o", path, "-lpthread")
            if built.returncode != 0 or version_of(path) < 2:
                print("skipped: no assembler that writes .sframe of version 2 or 3", built.stderr[:300])
                sys.exit(SKIPPED)
            good = compare(sys.argv[1], path, " ".join(options)) and good
    sys.exit(not good)


if __name__ == "__main__":
    main()
