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
#include "common/profile/roots.h"
#include "render/flamegraph_draw.h"
#include "render/terminal/view_session.h"

struct options {
	int color; /* enum terminal_when */
	struct slice title;
	bool keys;
};

#define AT(field) OPT_AT(struct options, field)

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Viewing"},
	{OPT_CHOICE, .name = "color", .value = "WHEN", AT(color), .choices = terminal_color_names,
	 .choice_helps = terminal_color_helps, .help = "Colours to use"},
	{OPT_TEXT, .name = "title", .value = "TEXT", AT(title),
	 .help = "What the input is called, its name by default"},
	{OPT_FLAG, .name = "keys", AT(keys), .help = "List the keys, and exit"},
};

static bool flamegraph_view_check(struct program_run *run)
{
	if (run->given.files.count <= 2)
		return true;
	diag_error("more than two files: '%.*s'; two are compared; use collapse-filter to add up "
		   "more",
		   SLICE_ARG(run->given.files.at[2]));
	return false;
}

/*
 * All files as one profile: one as it is, two as a differential, in which the processes of `roots`
 * are one.
 */
static bool read_files(struct program_run *run, struct profile *profile, struct roots *roots)
{
	struct profile after = {0}, before = {0};
	bool good;

	if (program_file_count(run) == 1)
		return reading_file(run, 0, profile);
	good = reading_file(run, 0, &before) && reading_file(run, 1, &after);
	if (good) {
		view_profile_join(profile, &before, &after);
		roots_find(roots, profile, ROOTS_PAIR);
		roots_join(roots, profile);
	}
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

/* Print like flamegraph --text; changes the profile, and takes its labels off. */
static int print(const struct program_run *run, struct profile *profile)
{
	const struct options *options = run->options;
	const struct render_personality *personality = render_personality_of(run->compat);
	const struct opt_result given = {.given = {0}};
	struct flamegraph_options text;
	struct stats stats = {0}; /* the profile is counted already */
	struct draw_job job = {&text,         personality, run->compat,      &given,
			       &run->reading, &stats,      .by_lines = false};
	struct ingest_run stacks = {.profile = *profile};
	struct output output;
	int code = EXIT_DATA;

	labels_free(profile->labels);
	profile->labels = NULL;
	flamegraph_options_init(&text, personality);
	text.text = true;
	text.color_text = options->color;
	flamegraph_options_resolve(&text, run->common.output);
	job.lines = flamegraph_lines(&text, personality);
	if (program_open(run, &output)) {
		code = flamegraph_draw(&job, &stacks, &output.buf);
		if (code != EXIT_DONE)
			output_abandon(&output);
		else if (!output_commit(&output))
			code = EXIT_DATA;
	}
	*profile = stacks.profile;
	flamegraph_options_release(&text);
	return code;
}

static void name_input(struct view *view, const struct program_run *run)
{
	const struct slice first = program_file(run, 0);
	const struct options *options = run->options;

	if (options->title.len > 0) {
		buf_add(&view->name, options->title);
		return;
	}
	buf_add(&view->name, slice_equal(first, SLICE("-")) ? SLICE("standard input") : first);
	if (run->given.files.count > 1) {
		buf_add_text(&view->name, " -> ");
		buf_add(&view->name, run->given.files.at[1]);
	}
}

/* The terminal that can be drawn on, to be closed; -1 if none exists. */
static int open_terminal(const struct program_run *run)
{
	if (run->common.output.len > 0 || !terminal_is(STDOUT_FILENO))
		return -1;
	return open("/dev/tty", O_RDWR | O_CLOEXEC);
}

static int end_session(struct session *session)
{
	const int signal = session->signal;
	const bool failed = session->has_failed;

	session_release(session);
	if (signal != 0)
		events_die(signal);
	return failed ? EXIT_DATA : EXIT_DONE;
}

/* A profile that is whole. */
static int flamegraph_view_show(struct program_run *run, struct session *session)
{
	struct view_profile *viewed = memory_clear(1, sizeof(*viewed));
	struct profile profile = {0};
	struct roots roots = {0};
	int code = EXIT_DATA;

	if (!read_files(run, &profile, &roots) || !check_counts(&profile) ||
	    !view_profile_build(viewed, &profile)) {
		view_profile_release(viewed);
		free(viewed);
		session->has_failed = true;
	} else if (session_open(session)) {
		view_set_subject(&session->view, viewed);
		if (roots.name.len > 0)
			view_say(&session->view,
				 "the processes '%.*s' and '%.*s' are compared as one",
				 SLICE_ARG(roots.members[0]), SLICE_ARG(roots.members[1]));
		session_loop(session);
	} else {
		code = print(run, &viewed->profile);
		session->has_failed = code != EXIT_DONE;
		session->view.viewed = viewed;
	}
	profile_release(&profile);
	roots_release(&roots);
	return end_session(session);
}

/* Standard input: a profile, or snapshots that go on. */
static int show_stream(struct program_run *run, struct session *session)
{
	session->input = reading_standard_input(run, false);
	if (session->input && session_open(session))
		session_loop(session);
	else
		session->has_failed = true;
	return end_session(session);
}

static bool is_stream(const struct program_run *run)
{
	return program_file_count(run) == 1 && slice_equal(program_file(run, 0), SLICE("-")) &&
	       !isatty(STDIN_FILENO);
}

static int show_on(struct program_run *run, int terminal)
{
	const struct options *options = run->options;
	struct session session = {
		.run = run,
		.terminal = terminal,
		.colors = (enum terminal_when)options->color,
	};

	/* Times of two files are of two clocks. */
	if (program_file_count(run) == 1)
		run->labels = LABELS_TIMES;
	view_init(&session.view);
	name_input(&session.view, run);
	if (!events_begin()) {
		session_release(&session);
		return EXIT_DATA;
	}
	return is_stream(run) && screen_can_open(terminal) ? show_stream(run, &session)
							   : flamegraph_view_show(run, &session);
}

static int run_view(struct program_run *run)
{
	const struct options *options = run->options;
	struct profile profile = {0};
	struct roots roots = {0};
	int code = EXIT_DATA, terminal;

	if (options->keys) {
		struct output output;

		if (!program_open(run, &output))
			return EXIT_DATA;
		view_add_keys(&output.buf);
		return output_commit(&output) ? EXIT_DONE : EXIT_DATA;
	}
	terminal = open_terminal(run);
	if (terminal >= 0) {
		code = show_on(run, terminal);
		close(terminal);
		return code;
	}
	if (read_files(run, &profile, &roots) && check_counts(&profile))
		code = print(run, &profile);
	profile_release(&profile);
	roots_release(&roots);
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
		.check = flamegraph_view_check,
		.run = run_view,
	};

	run.options = &options;
	return program_main(&program, &run);
}
