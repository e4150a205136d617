/* SPDX-License-Identifier: MIT */
/*
 * arguments.h - the words of a command line, from the program on: NUL-terminated, owned by the
 * list. A zeroed struct is an empty one.
 */
#ifndef FLAMBEAU_ARGUMENTS_H
#define FLAMBEAU_ARGUMENTS_H

#include "common/base/arena.h"
#include "common/base/buf.h"

struct arguments {
	const char **at; /* NULL at the end */
	size_t count, cap;
	struct arena texts;
};

void arguments_release(struct arguments *arguments);

void arguments_add(struct arguments *arguments, struct slice word);
void arguments_add_text(struct arguments *arguments, const char *word); /* a C string */
void arguments_printf(struct arguments *arguments, const char *format, ...) PRINTF_LIKE(2, 3);
void arguments_add_all(struct arguments *arguments, const char *const *added, size_t count);

/* Add C strings, one word each. */
#define ARGUMENTS_ADD(arguments, ...)                                                              \
	arguments_add_all((arguments), (const char *const[]){__VA_ARGS__},                         \
			  sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

/* "--name=" and "value" as one word. */
void arguments_add_joined(struct arguments *arguments, const char *first, struct slice second);

/*
 * Split into words like a shell: blanks separate, '...', "..." and \ quote. False if one is not
 * closed.
 */
bool arguments_split(struct arguments *arguments, struct slice text);

/* The words in one line that a shell, and arguments_split(), would take apart into them again. */
void arguments_write(struct buf *out, const char *const *arguments, size_t count);

#endif
