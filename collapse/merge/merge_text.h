/* SPDX-License-Identifier: MIT */
/*
 * merge_text.h - the text of a sorted source as it is read: a buffer in which the current key stays
 * while what follows it is read, because the next key is compared with it.
 */
#ifndef FLAMBEAU_MERGE_TEXT_H
#define FLAMBEAU_MERGE_TEXT_H

#include <sys/types.h>

#include "common/base/buf.h"

struct merge_text {
	struct slice key; /* the current one; empty: none yet */
	size_t shared;    /* bytes of its beginning that the key before it has, too */

	struct buf buf; /* read, from the current key or the first unparsed byte on */
	size_t from;    /* bytes of it that are parsed */
	size_t key_at;  /* where the key is in it; SIZE_MAX: the key is elsewhere */
	size_t step;    /* bytes to be read at a time */

	/* Up to `size` bytes; 0 at the end, -1 after a message. */
	ssize_t (*read)(void *context, char *to, size_t size);
	void *context;
	bool failed; /* read() has */
};

/* Append more bytes to the buffer, which may move. False at the end, and after a failure. */
bool merge_text_fill(struct merge_text *text);

/* So many unparsed bytes. False if there are less. */
bool merge_text_need(struct merge_text *text, size_t size);

static inline struct slice merge_text_rest(const struct merge_text *text)
{
	return slice_tail(buf_slice(&text->buf), text->from);
}

/* How many bytes two keys share from their beginning; `known` of them are known already. */
size_t merge_common_prefix(struct slice one, struct slice other, size_t known);

/*
 * The current key from now on: one in the buffer, or elsewhere. False, and all stays as it is, if
 * it belongs in front of the one before it.
 */
bool merge_text_take(struct merge_text *text, struct slice key, bool is_inside);

#endif
