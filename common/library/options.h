/* SPDX-License-Identifier: MIT */
/* options.h - options of a program as the words of its command line. */
#ifndef FLAMBEAU_LIBRARY_OPTIONS_H
#define FLAMBEAU_LIBRARY_OPTIONS_H

#include "common/library/programs.h"

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
