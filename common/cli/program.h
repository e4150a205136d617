/* SPDX-License-Identifier: MIT */
/*
 * program.h - the frame of every program: command line, messages, limits, --stats, exit code. The
 * program itself is tables of options and a function.
 *
 *     int main(int argc, char **argv)
 *     {
 *             struct program_run run = program_start(argc, argv, personality_of(argv[0]));
 *             struct my_options options = {.top = 10};
 *             const struct opt_table tables[] = {
 *                     OPT_OWN(rows, ARRAY_LEN(rows), &options),
 *                     OPT_READING(&run.reading),
 *                     OPT_COMMON(&run.common),
 *             };
 *             const struct program program = {.summary = "folded stacks to mine",
 *                                             .operands = "[FILE...]", ..., .run = my_run};
 *
 *             run.options = &options;
 *             return program_main(&program, &run);
 *     }
 */
#ifndef FLAMBEAU_PROGRAM_H
#define FLAMBEAU_PROGRAM_H

#include "common/cli/opt.h"
#include "common/folded/folded.h"
#include "common/profile/ingest.h"

struct program_run;

struct program {
	const char *summary;  /* for --help */
	const char *operands; /* "[FILE...]" */
	const struct opt_table *tables;
	size_t table_count;
	const char *const *programs; /* see struct opt_program */

	/*
	 * Parse the words of the command line, for a syntax that rows cannot express; false, after
	 * a message, if it is wrong. NULL: the tables are the syntax.
	 */
	bool (*parse)(struct program_run *run);

	/* Check rules about more than one row; false after a message. May be NULL. */
	bool (*check)(struct program_run *run);

	/* All the rest. Returns the exit code. */
	int (*run)(struct program_run *run);
};

/* Output that is for files and other programs. */
struct program_product {
	const char *what;    /* "an SVG" */
	const char *file;    /* "out.svg": what a file of it may be called */
	const char *instead; /* ", or --text": what to do instead of writing a file; may be empty */
};

/* One call of a program. */
struct program_run {
	int argc;
	char **argv;
	const struct personality *compat;
	void *options;           /* the program's own */
	struct opt_result given; /* files, and which options were on the command line */
	struct opt_common common;
	struct opt_reading reading;
	struct stats stats;            /* printed at the end with --stats */
	bool strict;                   /* PROGRAM_STRICT */
	bool force;                    /* PROGRAM_FORCE: also to a terminal */
	enum folded_labels_are labels; /* of folded stacks that program_read() reads */
	int header;                    /* collapsers: write a header, enum header_detail */
	bool no_header;                /* they: write none */

	/* The kind of output; NULL: text for people. Set by main() or check(). */
	const struct program_product *product;
};

/* Name the program in messages and start the clock of --stats. The first call of every main(). */
struct program_run program_start(int argc, char **argv, const struct personality *compat);

/* The whole program; its exit code. What `options` own is the caller's to free afterwards. */
int program_main(const struct program *program, struct program_run *run);

/* --strict, for programs that use program_read(). */
extern const struct opt program_strict_rows[];
extern const size_t program_strict_count;

#define PROGRAM_STRICT(run)                                                                        \
	{                                                                                          \
		program_strict_rows, program_strict_count, run, true                               \
	}

/* --force, for programs with a product: after OPT_COMMON. */
extern const struct opt program_force_rows[];
extern const size_t program_force_count;

#define PROGRAM_FORCE(run)                                                                         \
	{                                                                                          \
		program_force_rows, program_force_count, run, true                                 \
	}

/* How many files there are; standard input is one if none is given. */
size_t program_file_count(const struct program_run *run);
struct slice program_file(const struct program_run *run, size_t index); /* "-": standard input */

/*
 * Read `count` of the files from that one on, added up, into an empty profile. There are stacks
 * then, and their counts are good; their sum may still be beyond 2^64-1. False after a message.
 * Release it in either case.
 */
bool program_read(struct program_run *run, size_t first, size_t count, struct profile *profile);

/* Read one input like program_read(). Nothing of it has been claimed yet; it stays open. */
bool program_read_input(struct program_run *run, struct input *input, struct profile *profile);

/* The file of --output, or standard output; false after a message. */
bool program_open(const struct program_run *run, struct output *output);

#endif
