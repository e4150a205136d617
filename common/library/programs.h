/* SPDX-License-Identifier: MIT */
/*
 * programs.h - the programs that the library has, by their names and those of the originals. The
 * rows are made of the flambeau_tool() calls of CMakeLists.txt.
 */
#ifndef FLAMBEAU_PROGRAMS_H
#define FLAMBEAU_PROGRAMS_H

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

#endif
