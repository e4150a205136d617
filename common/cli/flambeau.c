/* SPDX-License-Identifier: MIT */
/*
 * flambeau - the programs of flambeau: lists them by purpose, and runs one of them.
 */
#include <errno.h>
#include <unistd.h>

#include "common/base/child.h"
#include "common/base/diag.h"
#include "common/base/nearest.h"
#include "common/cli/program.h"
#include "common/io/locate.h"
#include "common/io/output.h"

enum purpose { RECORD, READ, EDIT, DRAW, COMPARE, EXPORT, PURPOSES };

static const char *const headings[PURPOSES] = {
	[RECORD] = "To record programs",
	[READ] = "To make folded stacks of what profilers write",
	[EDIT] = "To choose and edit stacks",
	[DRAW] = "To look at folded stacks",
	[COMPARE] = "To compare two profiles",
	[EXPORT] = "To open them in other programs",
};

struct flambeau_program {
	enum purpose purpose;
	const char *name; /* as installed, with the prefix of the build */
};

/* flambeau_tool() of CMakeLists.txt writes a row per program, in the order of its calls. */
#define PROGRAM(purpose, name) {purpose, FLAMBEAU_PREFIX name},
static const struct flambeau_program programs[] = {
#include <flambeau_purposes.def>
};
#undef PROGRAM

enum { COUNT = ARRAY_LEN(programs) };

/* A program that prints its help. */
struct flambeau_help {
	int fd; /* reads what it prints; negative: it could not be started */
	pid_t child;
	struct buf text;
	struct slice summary; /* in `text`; empty: the program is not installed */
};

/* ---- The list ---- */

static void flambeau_ask(struct flambeau_help *help, const char *argv0, const char *name)
{
	struct buf path = {0};
	int ends[2];

	*help = (struct flambeau_help){.fd = -1};
	locate_program(&path, argv0, name);
	if (child_pipe(ends)) {
		const char *const words[] = {path.ptr, "--help", NULL};
		const struct child_streams streams = {{CHILD_NULL, ends[1], CHILD_NULL}};

		if (child_start(words, &streams, &help->child) == 0)
			help->fd = ends[0];
		else
			close(ends[0]);
		close(ends[1]);
	}
	buf_release(&path);
}

/* The first line is "NAME - SUMMARY". */
static void flambeau_hear(struct flambeau_help *help, const char *name)
{
	struct slice line, rest;

	if (help->fd < 0)
		return;
	child_read(help->fd, &help->text);
	close(help->fd);
	rest = buf_slice(&help->text);
	if (child_wait(help->child) == 0 && slice_line(&rest, &line) &&
	    slice_skip(&line, slice_from(name)) && slice_skip(&line, SLICE(" - ")))
		help->summary = line;
}

/* Programs that are not installed are left out. */
static void flambeau_add_list(struct buf *out, const struct flambeau_help *helps, size_t width)
{
	const struct slice text = SLICE(
		"\nPROGRAM --help prints the options of a program, man PROGRAM its page; "
		"man 7 flambeau has recipes.\n");
	size_t purpose, i;

	for (purpose = 0; purpose < PURPOSES; purpose++) {
		bool has_heading = false;

		for (i = 0; i < COUNT; i++) {
			if (programs[i].purpose != purpose || helps[i].summary.len == 0)
				continue;
			if (!has_heading)
				buf_printf(out, "%s%s:\n", out->len > 0 ? "\n" : "",
					   headings[purpose]);
			has_heading = true;
			buf_printf(out, "  %-*s  %.*s\n", (int)width, programs[i].name,
				   SLICE_ARG(helps[i].summary));
		}
	}
	if (out->len > 0)
		buf_add(out, text);
}

/* All programs print their help at the same time. */
static int flambeau_list(struct program_run *run)
{
	struct flambeau_help helps[COUNT];
	struct output output;
	size_t width = 0, i;
	bool good;

	if (!output_open(&output, run->common.output))
		return EXIT_DATA;
	for (i = 0; i < COUNT; i++)
		flambeau_ask(&helps[i], run->argv[0], programs[i].name);
	for (i = 0; i < COUNT; i++) {
		flambeau_hear(&helps[i], programs[i].name);
		if (helps[i].summary.len > 0 && strlen(programs[i].name) > width)
			width = strlen(programs[i].name);
	}
	flambeau_add_list(&output.buf, helps, width);
	good = output.buf.len > 0;
	if (!good)
		diag_error("no other program of flambeau is in its folder, or in PATH");
	for (i = 0; i < COUNT; i++)
		buf_release(&helps[i].text);
	if (good)
		return output_commit(&output) ? EXIT_DONE : EXIT_DATA;
	output_abandon(&output);
	return EXIT_DATA;
}

/* ---- One program ---- */

/* The installed name of the program that is typed with or without its prefix. NULL after a message. */
static const char *flambeau_find(struct slice typed)
{
	struct nearest nearest = nearest_to(typed);
	struct buf hint = {0};
	size_t i;

	for (i = 0; i < COUNT; i++) {
		const struct slice name = slice_from(programs[i].name);

		if (slice_equal(name, typed) ||
		    slice_equal(slice_tail(name, strlen(FLAMBEAU_PREFIX)), typed))
			return programs[i].name;
		nearest_offer(&nearest, name);
	}
	nearest_add(&hint, &nearest, "");
	diag_error("'%.*s' is not a program of flambeau%.*s; '%s' lists them", SLICE_ARG(typed),
		   SLICE_ARG(buf_slice(&hint)), diag_tool());
	buf_release(&hint);
	return NULL;
}

/* Become the program that the first argument names; returns only if that fails, the exit code. */
static int flambeau_become(char **argv)
{
	const char *name = flambeau_find(slice_from(argv[1]));
	struct buf path = {0};
	int error;

	if (!name)
		return EXIT_USAGE;
	locate_program(&path, argv[0], name);
	argv[1] = path.ptr;
	execvp(argv[1], &argv[1]);
	error = errno;
	diag_error("%s: %s", name, child_problem(error));
	buf_release(&path);
	return EXIT_DATA;
}

static bool flambeau_check(struct program_run *run)
{
	if (run->given.files.count == 0)
		return true;
	diag_error("options come after the program: %s %.*s OPTION...", diag_tool(),
		   SLICE_ARG(run->given.files.at[0]));
	return false;
}

int main(int argc, char **argv)
{
	const struct personality *compat = personality_of("flambeau"); /* imitates nothing */
	struct program_run run = program_start(argc, argv, compat);
	const struct opt_table tables[] = {OPT_COMMON(&run.common)};
	const char *names[COUNT + 1] = {NULL};
	const struct program program = {
		.summary = "the programs for flame graphs, by purpose",
		.operands = "[PROGRAM [ARGUMENT...]]",
		.programs = names,
		.tables = tables,
		.table_count = ARRAY_LEN(tables),
		.check = flambeau_check,
		.run = flambeau_list,
	};
	size_t i;

	if (argc > 1 && argv[1][0] != '-')
		return flambeau_become(argv);
	for (i = 0; i < COUNT; i++)
		names[i] = programs[i].name;
	return program_main(&program, &run);
}
