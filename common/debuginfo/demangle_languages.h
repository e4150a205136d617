/* SPDX-License-Identifier: MIT */
/*
 * demangle_languages.h - the demanglers of demangle.c, one a language. Each appends the demangled
 * name and returns true; if it returns false, the caller takes back what was appended. No demangler
 * reads beyond the name.
 */
#ifndef FLAMBEAU_DEMANGLE_LANGUAGES_H
#define FLAMBEAU_DEMANGLE_LANGUAGES_H

#include "common/base/buf.h"

/* A longer demangled name is refused: names of a few bytes can expand to any length. */
enum { DEMANGLE_LONGEST = 64 << 10 };

bool demangle_cplusplus(struct buf *out, struct slice name);   /* _Z */
bool demangle_rust_legacy(struct buf *out, struct slice name); /* _ZN..17h0123456789abcdefE */
bool demangle_rust_v0(struct buf *out, struct slice name);     /* _R */
bool demangle_ocaml(struct buf *out, struct slice name);       /* camlModule__function_123 */
bool demangle_java(struct buf *out, struct slice name);        /* Lcom/foo/Bar;baz(I)V */

#endif
