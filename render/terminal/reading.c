/* SPDX-License-Identifier: MIT */
#include "render/terminal/reading.h"

#include <errno.h>
#include <unistd.h>

#include "common/base/child.h"
#include "common/base/diag.h"
#include "common/io/locate.h"

/*
 * True if the beginning of a file is folded text: all lines are stacks or comments, or for each
 * other line there are two stacks of several frames. Cost lines of callgrind look like stacks of
 * one frame.
 */
static bool are_stacks(struct slice head, bool whole)
{
	struct folded_line parts;
	struct slice line;
	size_t several = 0, others = 0;

	while (slice_find(head, '\n') != SLICE_NONE || (whole && head.len > 0)) {
		slice_line(&head, &line);
		if (folded_is_comment(line))
			continue;
		if (char_is_blank(line.ptr[0]) || !folded_own.split(line, &parts))
			others++;
		else
			several += slice_find(line, ';') != SLICE_NONE;
	}
	return several >= 2 * others;
}

/* False after a message. */
static bool look(struct slice path, bool *folded)
{
	const struct input_options in = {
		.paths = &path, .count = 1, .compat = personality_of(""), .dash_is_stdin = true};
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

/* Read what collapse-guess makes of a file, or of a descriptor that is its standard input. */
static bool read_guessed(struct program_run *run, struct slice path, int from_fd,
			 struct profile *profile)
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
				      &(struct child_streams){{from_fd, ends[1], CHILD_SHARES}},
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

/* In a process of its own: pass the input on. */
static _Noreturn void pass_on(struct input *input, int to)
{
	enum { STEP = 1 << 16 };
	struct buf text = {0};
	ssize_t n;

	while ((n = input_read(input, buf_reserve(&text, STEP), STEP)) > 0) {
		struct slice rest = slice_of(text.ptr, (size_t)n);

		while (rest.len > 0) {
			const ssize_t written = write(to, rest.ptr, rest.len);

			if (written < 0 && errno != EINTR)
				_exit(EXIT_DONE); /* collapse-guess has said why it ended */
			if (written > 0)
				rest = slice_tail(rest, (size_t)written);
		}
	}
	_exit(n < 0 ? EXIT_DATA : EXIT_DONE);
}

/* collapse-guess gets what was looked at again, and the rest. */
static bool read_passed_on(struct program_run *run, struct input *input, struct profile *profile)
{
	int ends[2];
	pid_t child;
	bool good;

	if (!child_pipe(ends)) {
		diag_error("pipe: %s", strerror(errno));
		return false;
	}
	child = fork();
	if (child == 0) {
		close(ends[0]);
		pass_on(input, ends[1]);
	}
	close(ends[1]);
	if (child < 0)
		diag_error("cannot start a process: %s", strerror(errno));
	good = child > 0 && read_guessed(run, SLICE("-"), ends[0], profile);
	close(ends[0]);
	return child > 0 && child_wait(child) == 0 && good;
}

struct input *reading_standard_input(const struct program_run *run)
{
	const struct slice path = SLICE("-");
	const struct input_options in = {.paths = &path,
					 .count = 1,
					 .compat = personality_of(""),
					 .dash_is_stdin = true,
					 .max_record = run->reading.max_record};

	return input_open(&in);
}

bool reading_stream(struct program_run *run, struct input *input, struct profile *profile)
{
	struct slice head;
	bool whole;

	*profile = (struct profile){0};
	if (!input_peek(input, INPUT_HEAD, &head, &whole))
		return false;
	return are_stacks(head, whole) ? program_read_input(run, input, profile)
				       : read_passed_on(run, input, profile);
}

static bool read_standard_input(struct program_run *run, struct profile *profile)
{
	struct input *input = reading_standard_input(run);
	const bool good = input && reading_stream(run, input, profile);

	if (input)
		input_close(input);
	return good;
}

bool reading_file(struct program_run *run, size_t file, struct profile *profile)
{
	const struct slice path = program_file(run, file);
	bool folded;

	*profile = (struct profile){0};
	if (slice_equal(path, SLICE("-")))
		return read_standard_input(run, profile);
	if (!look(path, &folded))
		return false;
	return folded ? program_read(run, file, 1, profile)
		      : read_guessed(run, path, CHILD_NULL, profile);
}
