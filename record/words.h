/* SPDX-License-Identifier: MIT */
/*
 * words.h - the words of a command line, from the program on: NUL-terminated, owned by the list. A
 * zeroed struct is an empty one.
 */
#ifndef FLAMBEAU_WORDS_H
#define FLAMBEAU_WORDS_H

#include "common/memory/arena.h"
#include "common/text/buf.h"

struct words {
	const char **at; /* NULL at the end */
	size_t count, cap;
	struct arena texts;
};

void words_release(struct words *words);

void words_add(struct words *words, struct slice word);
void words_add_text(struct words *words, const char *word); /* a C string */
void words_add_all(struct words *words, const char *const *added, size_t count);

/* "--name=" and "value" as one word. */
void words_add_joined(struct words *words, const char *first, struct slice second);

/* Words in the manner of a shell: blanks between, '...', "..." and \ quote. False if one is not closed. */
bool words_split(struct words *words, struct slice text);

/* The words in one line that a shell, and words_split(), would take apart into them again. */
void words_write(struct buf *out, const char *const *words, size_t count);

#endif
