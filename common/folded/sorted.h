/* SPDX-License-Identifier: MIT */
/*
 * sorted.h - sorted text, read without keeping it: one key at a time, several texts merged.
 */
#ifndef FLAMBEAU_SORTED_H
#define FLAMBEAU_SORTED_H

#include <sys/types.h>

#include "common/base/buf.h"
#include "common/base/slice.h"
#include "common/profile/profile.h"

/*
 * The text of a sorted source as it is read: a buffer in which the current key stays while what
 * follows it is read, because the next key is compared with it.
 */
struct sorted_text {
	struct slice key; /* the current one; empty: none yet */
	size_t shared;    /* bytes of its beginning that the key before it has, too */
	bool has_ended;   /* set by the owner: there is no key any more */

	struct buf buf; /* read, from the current key or the first unparsed byte on */
	size_t from;    /* bytes of it that are parsed */
	size_t key_at;  /* where the key is in it; SIZE_MAX: the key is elsewhere */
	size_t step;    /* bytes to be read at a time */

	size_t scanned;   /* unparsed bytes that have no line end */
	bool is_skipping; /* in a line that is too long */

	/* Up to `size` bytes; 0 at the end, -1 after a message. */
	ssize_t (*read)(void *context, char *to, size_t size);
	void *context;
	bool failed; /* read() has */
};

/* A text without a key yet; read() is the owner's to set. */
void sorted_text_init(struct sorted_text *text, size_t step);
void sorted_text_release(struct sorted_text *text);

static inline struct slice sorted_text_rest(const struct sorted_text *text)
{
	return slice_tail(buf_slice(&text->buf), text->from);
}

/* So many unparsed bytes in the buffer. False if there are fewer. */
bool sorted_text_need(struct sorted_text *text, size_t size);

enum sorted_line {
	SORTED_LINE,
	SORTED_TOO_LONG, /* a line was left out */
	SORTED_CUT, /* a line without its end is the last one; where `is_skipping`, of it nothing */
	SORTED_END, /* also where `failed` */
};

/* The next line without its end, in the buffer; lines of `most` bytes with their end are too long. */
enum sorted_line sorted_text_line(struct sorted_text *text, size_t most, struct slice *line);

/*
 * The current key from now on: one in the buffer, or elsewhere. False, and all stays as it is, if
 * it belongs in front of the one before it.
 */
bool sorted_text_take(struct sorted_text *text, struct slice key, bool is_inside);

/* ---- Several texts as one ---- */

/*
 * A tournament (loser) tree: which of several texts has the smallest key.
 *
 * Each text in the tree knows how many bytes its key shares with the key that won last. Of two
 * keys, both not below that one, the one that shares more is the smaller; only keys that share as
 * much are compared, from there on. So each byte of a text is compared about once, however many
 * texts there are. (The method is LCP-aware multiway merging, Bingmann, Eberle and Sanders 2015.)
 */

/* A text's place in the tree. */
struct sorted_player {
	int64_t shared; /* bytes shared with the last winner; below 0: no keys are left */
	size_t text;
};

struct sorted_tree {
	struct sorted_text *const *texts;
	size_t count;
	struct sorted_player *losers; /* of the game at each inner node; [0] is unused */
	struct sorted_player winner;
	size_t size; /* of sorted_tree_is_new() */
};

/* `count` texts, at least one, each at its first key or ended. They stay the caller's. */
void sorted_tree_init(struct sorted_tree *tree, struct sorted_text *const *texts, size_t count);
void sorted_tree_release(struct sorted_tree *tree);

/* True while there is a key: that of texts[winner.text]. */
static inline bool sorted_tree_has_key(const struct sorted_tree *tree)
{
	return tree->winner.shared >= 0;
}

/* True if it is another one than when this was asked before. */
static inline bool sorted_tree_is_new(struct sorted_tree *tree)
{
	const size_t size = tree->texts[tree->winner.text]->key.len, before = tree->size;

	tree->size = size;
	return before == 0 || size != before || tree->winner.shared != (int64_t)before;
}

/* The winner went on to its next key, or ended: find the new one. Of equal keys the first wins. */
void sorted_tree_replay(struct sorted_tree *tree);

/* Append the columns of a weight, and the end of the line. */
void sorted_add_counts(struct buf *out, const struct weight *weight);

#endif
