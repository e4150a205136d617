/* SPDX-License-Identifier: MIT */
/*
 * rust_v0.h - the state of demangling a name of Rust's v0 mangling (RFC 2603), and the parts below
 * paths and types. All functions return false where the name does not follow the grammar or passes
 * a limit.
 */
#ifndef FLAMBEAU_RUST_V0_H
#define FLAMBEAU_RUST_V0_H

#include "common/base/buf.h"

struct rust_v0 {
	struct slice name; /* the bytes after `_R`, only letters, digits and underscores */
	size_t at;         /* of them are read */
	struct buf *out;
	size_t longest;     /* out->len must not pass it */
	uint64_t lifetimes; /* bound by the binders around */
	unsigned depth, steps;
	bool (*path)(struct rust_v0 *v0,
		     bool in_value); /* the production of paths, for those below it */
	bool is_quiet; /* reads without printing, and does not follow back references */
};

struct rust_identifier {
	struct slice ascii;
	struct slice punycode; /* empty: the identifier is ASCII */
};

/* The next byte; 0 at the end. */
static inline char rust_v0_peek(const struct rust_v0 *v0)
{
	return v0->at < v0->name.len ? v0->name.ptr[v0->at] : '\0';
}

/* Take the next byte if it is `c`. */
static inline bool rust_v0_eat(struct rust_v0 *v0, char c)
{
	if (rust_v0_peek(v0) != c)
		return false;
	v0->at++;
	return true;
}

bool rust_v0_print(struct rust_v0 *v0, struct slice text);
#define RUST_V0_PRINT(v0, literal) rust_v0_print(v0, SLICE(literal))
bool rust_v0_print_u64(struct rust_v0 *v0, uint64_t value);
bool rust_v0_print_identifier(struct rust_v0 *v0, struct rust_identifier identifier);

bool rust_v0_base62(struct rust_v0 *v0, uint64_t *value);
/* A number after `tag`, and one more; 0 without `tag`. */
bool rust_v0_optional(struct rust_v0 *v0, char tag, uint64_t *value);
bool rust_v0_identifier(struct rust_v0 *v0, struct rust_identifier *identifier);

/*
 * Around each production that can contain others: rust_v0_enter() counts its depth, and all of them
 * together, because back references make short names expensive.
 */
bool rust_v0_enter(struct rust_v0 *v0);
static inline bool rust_v0_leave(struct rust_v0 *v0, bool good)
{
	v0->depth--;
	return good;
}

/* A back reference, whose `B` is taken: print its target by `production`. */
bool rust_v0_backref(struct rust_v0 *v0, bool (*production)(struct rust_v0 *v0, bool in_value),
		     bool in_value);

/*
 * A production. `in_value`: as part of an expression, where paths have `::` before `<`, and
 * constants no braces.
 */
bool rust_v0_const(struct rust_v0 *v0, bool in_value);

#endif
