/* SPDX-License-Identifier: MIT */
/*
 * tidy.h - repair and shorten the names of frames; shared by the formats. Pure functions
 * from a name to text appended to a buffer, or to a part of the name.
 */
#ifndef FLAMBEAU_TIDY_H
#define FLAMBEAU_TIDY_H

#include "common/base/buf.h"

/* How much to strip from a C++ name. */
enum tidy_simplify {
	TIDY_NONE,
	TIDY_ARGS,      /* parameters, qualifiers and clones after them, the return type */
	TIDY_TEMPLATES, /* template arguments too */
};

/*
 * Legacy mangling of Rust that demanglers leave: `..::h0123456789abcdef` dropped, `$LT$` and the
 * like spelled out. False, and nothing added, if the name is not of that kind. `any_code` also
 * reads `$uHEX$` of any character, not only those of the fixed table.
 */
bool tidy_rust(struct buf *out, struct slice name, bool any_code);

/* The name without what `level` takes off. Brackets are understood: operator(), lambdas and
 * (anonymous namespace) stay. Names of other languages stay whole. */
void tidy_simplify(struct buf *out, struct slice name, enum tidy_simplify level);

/* True if TIDY_TEMPLATES may remove more than TIDY_ARGS. */
bool tidy_has_templates(struct slice name);

/* Append `name` with every `;` as `:`, for `;` separates frames. */
void tidy_add(struct buf *out, struct slice name);

/* The name without an offset at its end: "vfs_read+142", "vfs_read+0x8e". */
struct slice tidy_drop_offset(struct slice name);

/*
 * A file of Python without its folders; "json/__init__.py" and "shop/__main__.py" keep the folder that
 * says what they are.
 */
struct slice tidy_python_file(struct slice path);

/* Append a text with {} replaced by the name of the file, fit to be a frame or a label's value. */
void tidy_add_file_name(struct buf *out, struct slice text, struct slice path);

/* Replace `;` by `:` in `out`, from `at` on. */
void tidy_separators(struct buf *out, size_t at);

/* Append `name` with bytes that are not UTF-8 as U+FFFD: inferno's programs read text. */
void tidy_add_utf8(struct buf *out, struct slice name);

/* Take the first part of "a->b->c" off `name`; `own` does not split at `operator->`, inside
 * brackets, or before the result of "f() -> Int". False when nothing is left. */
bool tidy_next_inlined(struct slice *name, bool own, struct slice *part);

enum simplify {
	SIMPLIFY_NONE,
	SIMPLIFY_ARGS,      /* parameters, return types, the hash of Rust */
	SIMPLIFY_TEMPLATES, /* arguments of templates and generic functions too */
	SIMPLIFY_PACKAGES,  /* and all but the last two parts of a qualified name */
};

/* Append the simplified name. */
void simplify_name(struct buf *out, struct slice name, enum simplify level);

#endif
