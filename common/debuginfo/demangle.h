/* SPDX-License-Identifier: MIT */
/*
 * demangle.h - names of compiled functions as their programmers wrote them: C++, Rust (legacy and
 * v0), OCaml, Java.
 */
#ifndef FLAMBEAU_DEMANGLE_H
#define FLAMBEAU_DEMANGLE_H

#include "common/base/buf.h"

/*
 * The demanglers of demangle.c, one a language. Each appends the demangled
 * name and returns true; if it returns false, the caller takes back what was appended. No demangler
 * reads beyond the name.
 */

/* A longer demangled name is refused: names of a few bytes can expand to any length. */
enum { DEMANGLE_LONGEST = 64 << 10 };

bool demangle_rust_legacy(struct buf *out, struct slice name); /* _ZN..17h0123456789abcdefE */
bool demangle_rust_v0(struct buf *out, struct slice name);     /* _R */

/*
 * Append the demangled name. False, and nothing appended, if it is not mangled or the scheme is
 * unknown. C++ names need the runtime library of C++, which the first of them opens. Any thread may
 * call.
 */
bool demangle(struct buf *out, struct slice name);

#endif
