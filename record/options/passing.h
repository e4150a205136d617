/* SPDX-License-Identifier: MIT */
/*
 * passing.h - options for collapse-perf and flamegraph. Their own tables are the only ones: the
 * programs are asked for the rows (--generate=rows) when this one starts, and an option that it
 * does not have itself goes to the one that has it, or to both.
 */
#ifndef FLAMBEAU_PASSING_H
#define FLAMBEAU_PASSING_H

#include "common/cli/opt.h"
#include "record/options/arguments.h"

enum passing_tool {
	PASSING_COLLAPSE,
	PASSING_RENDER,
	PASSING_TOOLS,
};

struct passing {
	struct opt *rows; /* OPT_HEADING, OPT_PASS...; names are unique */
	unsigned *tools;  /* of each row, bits 1 << enum passing_tool */
	size_t count, cap, tools_cap;
	struct arena texts;
	struct buf paths[PASSING_TOOLS]; /* of the programs, NUL-terminated */
};

/* Find the programs and ask them. One that cannot be run has no options. */
void passing_init(struct passing *passing, const char *argv0);
void passing_release(struct passing *passing);

/* Add the arguments that begin its command line: its path and what was given. */
void passing_add(struct arguments *arguments, const struct passing *passing, enum passing_tool tool,
		 const struct opt_passed_list *given);

/* The name of a program other than the renderer that has a given option, or NULL. */
const char *passing_needs_collapse(const struct passing *passing,
				   const struct opt_passed_list *given);

/* The name of an option that was given and that collapse-perf does not have, or NULL. */
const char *passing_needs_render(const struct passing *passing,
				 const struct opt_passed_list *given);

/*
 * Let the programs look at what was given, before anything is recorded. False, after a message, if
 * one does not take it.
 */
bool passing_check(const struct passing *passing, const struct opt_passed_list *given);

#endif
