/* SPDX-License-Identifier: MIT */
/*
 * program.h - the frame of a program that makes something of folded stacks: command line, files,
 * messages, --stats, output. The program itself is a table of options and a function.
 *
 *     int main(int argc, char **argv)
 *     {
 *             struct my_options options = {.top = 10};
 *             const struct program program = {.summary = "folded stacks to mine", ..., .run = run};
 *
 *             return program_main(&program, argc, argv);
 *     }
 */
#ifndef FLAMBEAU_PROGRAM_H
#define FLAMBEAU_PROGRAM_H

#include "common/cli/opt.h"
#include "common/folded/folded.h"
#include "common/profile/stats.h"

struct program_run;

struct program {
	const char *summary; /* for --help */
	const struct opt *rows;
	size_t row_count;
	void *options; /* that the rows fill; as they are by default */

	/* Rules that take more than one row to say; false after a message. May be NULL. */
	bool (*check)(const struct program_run *run);

	/* All the rest; false after a message. */
	bool (*run)(struct program_run *run);
};

/* One call of a program. */
struct program_run {
	const void *options;            /* the program's own */
	const struct opt_result *given; /* files, and which options were on the command line */
	struct opt_common common;
	struct opt_reading reading;
	bool strict;
	struct stats stats;
};

/* The whole program; its exit code. What `options` own is the caller's to free afterwards. */
int program_main(const struct program *program, int argc, char **argv);

/* How many files there are; standard input is one if none is given. */
size_t program_file_count(const struct program_run *run);
struct slice program_file(const struct program_run *run, size_t index); /* "-": standard input */

/*
 * Read `count` of the files from that one on, added up, into an empty profile. There are stacks then,
 * and their counts are good; their sum may still be beyond 2^64-1. False after a message. Release it in
 * either case.
 */
bool program_read(struct program_run *run, size_t first, size_t count, struct profile *profile);

/* The file of --output, or standard output; false after a message. */
bool program_open(const struct program_run *run, struct output *output);

#endif
