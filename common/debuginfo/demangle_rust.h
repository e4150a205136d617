/* SPDX-License-Identifier: MIT */
/*
 * demangle_rust.h - Rust's legacy mangling: its escapes in identifiers (`$LT$`, `$u20$`, `..`), its
 * hashes, and what follows a mangled name.
 */
#ifndef FLAMBEAU_DEMANGLE_RUST_H
#define FLAMBEAU_DEMANGLE_RUST_H

#include "common/base/buf.h"

enum { RUST_HASH = 17 }; /* bytes of "h0123456789abcdef" */

/* True if the name ends in a hash of this form. */
bool rust_ends_in_hash(struct slice name);

/*
 * Append `name` without its escapes; text from an unknown escape on is appended unchanged.
 * `any_code` also reads `$uHEX$` of any character, not only those of the fixed table.
 */
void rust_add_unescaped(struct buf *out, struct slice name, bool any_code);

/*
 * Append the suffix of a mangled name, ".cold"; an LLVM module's number, ".llvm.123", is dropped.
 * False: it is none.
 */
bool rust_add_suffix(struct buf *out, struct slice suffix);

#endif
