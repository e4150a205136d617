/* SPDX-License-Identifier: MIT */
/*
 * unused.h - parts of an input that a reader does not know and passes over: members of JSON, fields of
 * protocol buffers, elements of XML. The first few different ones are told with their numbers.
 */
#ifndef FLAMBEAU_UNUSED_H
#define FLAMBEAU_UNUSED_H

#include "common/base/buf.h"

enum { UNUSED_KINDS = 4, UNUSED_NAME = 40 /* bytes that are kept of a name */ };

/* Zeroed it is empty; it owns nothing. */
struct unused {
	struct {
		const char *of; /* "member"; a constant */
		char name[UNUSED_NAME];
		size_t length;
		uint64_t count;
	} kinds[UNUSED_KINDS];
	size_t kind_count;
	uint64_t others; /* of other kinds */
};

/* True if the word is one of those between blanks. */
bool unused_is_listed(struct slice words, struct slice word);

/* One more part: `of` is what it is, `name` how the input calls it. */
void unused_add(struct unused *unused, const char *of, struct slice name);

/* Append "not known, passed over: member 'tidy' (3), member 'x' and 2 others". */
void unused_print(const struct unused *unused, struct buf *out);

#endif
