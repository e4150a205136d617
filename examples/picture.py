#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""picture.py SVG PPROF - perf script's output on standard input as a flame graph and a pprof file."""

import ctypes
import sys


class Error(ctypes.Structure):
    _fields_ = [('code', ctypes.c_int), ('message', ctypes.c_char * 1024),
                ('input', ctypes.c_char * 256), ('line', ctypes.c_ulonglong)]


library = ctypes.CDLL('libflambeau.so.0')
for name in 'profile_new', 'from_fd', 'to_fd':
    getattr(library, 'flambeau_' + name).restype = ctypes.c_void_p
pointer, text, error = ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(Error)
library.flambeau_collapse.argtypes = [pointer, text, pointer, pointer, error]
library.flambeau_write.argtypes = [pointer, text, pointer, pointer, error]
library.flambeau_profile_free.argtypes = [pointer]
for name in 'collapse', 'write':
    getattr(library, 'flambeau_' + name).restype = ctypes.c_bool


def check(good, problem):
    if not good:
        sys.exit(problem.message.decode())


def main(svg, pprof):
    problem = Error()
    profile = library.flambeau_profile_new()
    check(library.flambeau_collapse(profile, b'perf', library.flambeau_from_fd(0), None,
                                    ctypes.byref(problem)), problem)
    for kind, path in (b'svg', svg), (b'pprof', pprof):
        with open(path, 'wb') as file:
            check(library.flambeau_write(profile, kind, None, library.flambeau_to_fd(file.fileno()),
                                         ctypes.byref(problem)), problem)
    library.flambeau_profile_free(profile)


if len(sys.argv) != 3:
    sys.exit('usage: picture.py SVG PPROF <PERF')
main(*sys.argv[1:])
