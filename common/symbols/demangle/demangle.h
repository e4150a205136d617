/* SPDX-License-Identifier: MIT */
/*
 * demangle.h - names of compiled functions as their programmers wrote them: C++, Rust (legacy and v0), OCaml, Java.
 */
#ifndef FLAMBEAU_DEMANGLE_H
#define FLAMBEAU_DEMANGLE_H

#include "common/text/buf.h"

/*
 * Append the demangled name; false, and nothing appended, if it is not mangled or in a way that nobody knows. C++
 * asks the runtime library of C++, opened by the first name that needs it. Any thread may call.
 */
bool demangle(struct buf *out, struct slice name);

#endif
