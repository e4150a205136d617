/* SPDX-License-Identifier: MIT */
/*
 * options.h - the programs that the library has, by their names and those of the originals (the
 * rows are made of the flambeau_tool() calls of CMakeLists.txt); options as words of their command
 * lines.
 */
#ifndef FLAMBEAU_LIBRARY_OPTIONS_H
#define FLAMBEAU_LIBRARY_OPTIONS_H

#include "common/library/call.h"

enum { PROGRAM_NAMES = 4 };

struct collapser;

struct program_row {
	const char *names[PROGRAM_NAMES]; /* its own first; NULL after the last one */
	int (*entry)(int argc, char **argv);
	const struct collapser *collapser; /* of collapse_main(), instead of `entry` */
};

/* The row of any of its names; NULL if none exists. */
const struct program_row *program_row_find(const char *name);

/* The number-th row, in the order of their own names; NULL after the last one. */
const struct program_row *program_row_at(size_t number);

/* A command line; the words stay the caller's. */
struct program_words {
	const struct program_row *row;
	char **at;
	int count;
};

/* Run the program in the context of this thread. Its exit code. */
int program_run_words(const struct program_words *words);

struct flambeau_options {
	const struct program_row *row;
	char **words; /* the name, then the options */
	size_t count;
};

/*
 * The command line that a call runs: options (NULL: none) and more words. The caller frees
 * words.at.
 */
struct command {
	struct program_words words;
	const char *first;           /* an option before the others, or NULL */
	const char *const *operands; /* after them */
	size_t operand_count;
};

/* False, with `error` filled, if the options are another program's. */
bool command_make(struct command *command, const char *program, const flambeau_options *options,
		  flambeau_error *error);

#endif
