/* SPDX-License-Identifier: MIT */
#include "render/terminal/reading.h"

#include <unistd.h>

#include "common/base/child.h"
#include "common/base/diag.h"
#include "common/io/locate.h"

/* True if all lines at the beginning of a file are stacks or comments. */
static bool are_stacks(struct slice head, bool whole)
{
	struct folded_line parts;
	struct slice line;

	while (slice_find(head, '\n') != SLICE_NONE || (whole && head.len > 0)) {
		slice_line(&head, &line);
		if (folded_is_comment(line))
			continue;
		if (char_is_blank(line.ptr[0]) || !folded_own.split(line, &parts))
			return false;
	}
	return true;
}

/* False after a message. */
static bool look(struct slice path, bool *folded)
{
	const struct input_options in = {
		.paths = &path, .count = 1, .as = personality_of(""), .dash_is_stdin = true};
	struct input *input = input_open(&in);
	struct slice head;
	bool whole, good;

	if (!input)
		return false;
	good = input_peek(input, INPUT_HEAD, &head, &whole);
	*folded = good && are_stacks(head, whole);
	input_close(input);
	return good;
}

/* Read what collapse-guess makes of a file. */
static bool read_guessed(struct program_run *run, struct slice path, struct profile *profile)
{
	struct program_run piped = *run;
	struct buf program = {0}, name = {0}, pipe_name = {0};
	const char *arguments[] = {NULL, NULL, diag_shows(DIAG_WARNINGS) ? NULL : "-q", NULL};
	struct slice from;
	bool good = false;
	int ends[2], problem;
	pid_t child;

	locate_program(&program, NULL, "collapse-guess");
	buf_add(&name, path);
	buf_add_char(&name, '\0');
	arguments[0] = program.ptr;
	arguments[1] = name.ptr;
	if (child_pipe(ends)) {
		problem = child_start(arguments,
				      &(struct child_streams){{CHILD_NULL, ends[1], CHILD_SHARES}},
				      &child);
		close(ends[1]);
		if (problem != 0)
			diag_error("collapse-guess: %s", child_problem(problem));
		buf_printf(&pipe_name, "/dev/fd/%d", ends[0]);
		from = buf_slice(&pipe_name);
		piped.given.files = (struct opt_list){&from, 1, 1};
		good = problem == 0 && program_read(&piped, 0, 1, profile);
		close(ends[0]);
		good = problem == 0 && child_wait(child) == 0 && good;
		run->stats = piped.stats;
	}
	buf_release(&program);
	buf_release(&name);
	buf_release(&pipe_name);
	return good;
}

bool reading_file(struct program_run *run, size_t file, struct profile *profile)
{
	const struct slice path = program_file(run, file);
	bool folded = true;

	*profile = (struct profile){0};
	if (!slice_equal(path, SLICE("-")) && !look(path, &folded))
		return false;
	return folded ? program_read(run, file, 1, profile) : read_guessed(run, path, profile);
}
