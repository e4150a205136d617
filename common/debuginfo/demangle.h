/* SPDX-License-Identifier: MIT */
/*
 * demangle.h - names of compiled functions as their programmers wrote them: C++, Rust (legacy and
 * v0), OCaml, Java.
 */
#ifndef FLAMBEAU_DEMANGLE_H
#define FLAMBEAU_DEMANGLE_H

#include "common/base/buf.h"

/*
 * Append the demangled name. False, and nothing appended, if it is not mangled or the scheme is
 * unknown. C++ names need the runtime library of C++, which the first of them opens. Any thread may
 * call.
 */
bool demangle(struct buf *out, struct slice name);

#endif
