/* SPDX-License-Identifier: MIT */
/*
 * flamegraph-view - a flame graph in a terminal, moved by keys: read, then draw and wait for a key
 * until one of them ends it. Where there is no terminal to draw on it prints what flamegraph --text
 * prints.
 */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/cli/program.h"
#include "render/terminal/drawer.h"
#include "render/terminal/events.h"
#include "render/terminal/reading.h"
#include "render/terminal/view.h"

struct options {
	int color; /* enum terminal_when */
	bool keys;
};

#define AT(field) OPT_AT(struct options, field)

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Viewing"},
	{OPT_CHOICE, .name = "color", .value = "WHEN", AT(color), .choices = terminal_color_names,
	 .choice_helps = terminal_color_helps, .help = "Which colours are used"},
	{OPT_FLAG, .name = "keys", AT(keys), .help = "List the keys, and exit"},
};

static bool check(struct program_run *run)
{
	if (run->given.files.count <= 2)
		return true;
	diag_error("more than two files: '%.*s'; two are compared, collapse-filter adds up",
		   SLICE_ARG(run->given.files.at[2]));
	return false;
}

static int list_keys(const struct program_run *run)
{
	struct output output;

	if (!program_open(run, &output))
		return EXIT_DATA;
	view_add_keys(&output.buf);
	return output_commit(&output) ? EXIT_DONE : EXIT_DATA;
}

/* All files as one profile: one as it is, two as a differential. */
static bool read_files(struct program_run *run, struct profile *profile)
{
	struct profile after = {0}, before = {0};
	bool good;

	if (program_file_count(run) == 1)
		return reading_file(run, 0, profile);
	good = reading_file(run, 0, &before) && reading_file(run, 1, &after);
	if (good)
		subject_join(profile, &before, &after);
	profile_release(&before);
	profile_release(&after);
	return good;
}

static bool check_counts(const struct profile *profile)
{
	if (profile->total[0] == 0 && profile->total[1] == 0)
		diag_error("no counts in the input");
	return profile->total[0] > 0 || profile->total[1] > 0;
}

/* What flamegraph --text prints. */
static int print(const struct program_run *run, const struct profile *profile)
{
	const struct options *options = run->options;
	struct buf color = {0}, file = {0};
	const char *arguments[DRAWER_OPTIONS] = {"--text", NULL, NULL, NULL};
	int code, i = 1;

	if (options->color != WHEN_AUTO) {
		buf_printf(&color, "--color-text=%s", terminal_color_names[options->color]);
		arguments[i++] = color.ptr;
	}
	if (run->common.output.len > 0) {
		buf_printf(&file, "--output=%.*s", SLICE_ARG(run->common.output));
		arguments[i++] = file.ptr;
	}
	code = drawer_run(profile, arguments, false);
	if (code < 0)
		diag_error("flamegraph, which prints the graph, could not be run");
	buf_release(&color);
	buf_release(&file);
	return code < 0 ? EXIT_DATA : code;
}

static void name_input(struct view *view, const struct program_run *run)
{
	const struct slice first = program_file(run, 0);

	buf_add(&view->name, slice_equal(first, SLICE("-")) ? SLICE("standard input") : first);
	if (run->given.files.count > 1) {
		buf_add_text(&view->name, " -> ");
		buf_add(&view->name, run->given.files.at[1]);
	}
}

/* Until a key or a signal ends it; the signal, or 0. */
static int loop(struct view *view)
{
	struct screen_event key;
	struct events events = {.signal = 0};

	while (!view->done && events.signal == 0) {
		view_draw(view);
		events_wait(&events, view->screen.fd, -1);
		if (events.resized) {
			screen_resize(&view->screen);
			view_refresh(view);
		}
		while (!view->done && screen_next(&key))
			view_press(view, &key);
	}
	return events.signal;
}

/* The terminal that can be drawn on, to be closed; -1 if there is none. */
static int open_terminal(const struct program_run *run)
{
	if (run->common.output.len > 0 || !terminal_is(STDOUT_FILENO))
		return -1;
	return open("/dev/tty", O_RDWR | O_CLOEXEC);
}

static int show(const struct program_run *run, struct profile *profile, int terminal)
{
	const struct options *options = run->options;
	struct subject *subject = memory_clear(1, sizeof(*subject));
	struct view view;
	int code = EXIT_DATA, signal = 0;

	view_init(&view);
	name_input(&view, run);
	if (!subject_build(subject, profile)) {
		subject_release(subject);
		free(subject);
	} else if (events_begin() &&
		   screen_open(&view.screen, terminal, (enum terminal_when)options->color)) {
		diag_set_level(DIAG_SILENT);
		view_set_subject(&view, subject);
		signal = loop(&view);
		screen_close();
		code = EXIT_DONE;
	} else {
		code = print(run, &subject->profile);
		view.subject = subject;
	}
	view_release(&view);
	if (signal != 0)
		events_die(signal);
	return code;
}

static int run_view(struct program_run *run)
{
	const struct options *options = run->options;
	struct profile profile = {0};
	int code = EXIT_DATA, terminal;

	if (options->keys)
		return list_keys(run);
	if (read_files(run, &profile) && check_counts(&profile)) {
		terminal = open_terminal(run);
		code = terminal < 0 ? print(run, &profile) : show(run, &profile, terminal);
		if (terminal >= 0)
			close(terminal);
	}
	profile_release(&profile);
	return code;
}

int main(int argc, char **argv)
{
	struct program_run run = program_start(argc, argv, personality_of(""));
	struct options options = {.color = WHEN_AUTO};
	const struct opt_table tables[] = {
		OPT_OWN(rows, ARRAY_LEN(rows), &options),
		OPT_READING(&run.reading),
		PROGRAM_STRICT(&run),
		OPT_COMMON(&run.common),
	};
	const struct program program = {
		.summary = "a flame graph in the terminal, moved by keys",
		.operands = "[FILE [FILE]]",
		.tables = tables,
		.table_count = ARRAY_LEN(tables),
		.check = check,
		.run = run_view,
	};

	run.options = &options;
	return program_main(&program, &run);
}
