/* SPDX-License-Identifier: MIT */
/*
 * flamegraph-view - a flame graph in a terminal, moved by keys: read, then draw and wait for a key
 * until one of them ends it. Where there is no terminal to draw on it prints what flamegraph --text
 * prints.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "common/base/child.h"
#include "common/base/diag.h"
#include "common/base/slice.h"
#include "common/base/system.h"
#include "common/cli/program.h"
#include "common/io/locate.h"
#include "common/io/snapshots.h"
#include "common/profile/roots.h"
#include "render/flamegraph_draw.h"
#include "render/terminal/view.h"

/*
 * The terminal, which only the foreground process group may read. record-stacks
 * at the beginning of a pipeline makes its own group the foreground, so that Ctrl-C ends the
 * recording and not the pipe; the viewer at the end of that pipeline takes the terminal back.
 */

enum own_terminal {
	OWN_TERMINAL_KEPT,  /* this group is the foreground, or there is no job control */
	OWN_TERMINAL_TAKEN, /* it is again; the screen has to be drawn anew */
	OWN_TERMINAL_LOST,  /* it is not, and nothing can make it so */
};

/* The parent of a process by /proc/PID/stat, "PID (NAME) STATE PARENT ..."; 0: unknown. */
static pid_t own_terminal_parent_of(pid_t process)
{
	char path[64], text[256];
	struct slice rest, word;
	uint64_t parent = 0;

	snprintf(path, sizeof(path), "/proc/%ld/stat", (long)process);
	file_start(path, text, sizeof(text), &rest);
	if (slice_rfind(rest, ')') == SLICE_NONE)
		return 0;
	rest = slice_tail(rest, slice_rfind(rest, ')') + 1);
	if (slice_word(&rest, &word) && slice_word(&rest, &word) && slice_to_u64(word, &parent) &&
	    parent <= INT32_MAX)
		return (pid_t)parent;
	return 0;
}

/* True if a child of this job leads the group. */
static bool is_of_job(pid_t group)
{
	const pid_t parent = own_terminal_parent_of(group);

	return parent > 0 && getpgid(parent) == getpgrp();
}

/* A process of a background group may do that if it does not get SIGTTOU for it. */
static bool become_foreground(int terminal)
{
	sigset_t stop, before;
	bool good;

	sigemptyset(&stop);
	sigaddset(&stop, SIGTTOU);
	sigprocmask(SIG_BLOCK, &stop, &before);
	good = tcsetpgrp(terminal, getpgrp()) == 0;
	sigprocmask(SIG_SETMASK, &before, NULL);
	return good;
}

/*
 * Make this process group the foreground if a child of this job has taken the terminal. In a job
 * that runs in the background, stop as a read from the terminal would, until the job is in the
 * foreground.
 */
static COLD enum own_terminal own_terminal_take(int terminal)
{
	pid_t group = tcgetpgrp(terminal);

	if (group < 0 || group == getpgrp())
		return OWN_TERMINAL_KEPT;
	if (is_of_job(group))
		return become_foreground(terminal) ? OWN_TERMINAL_TAKEN : OWN_TERMINAL_LOST;
	signal(SIGTTIN, SIG_DFL);
	kill(0, SIGTTIN); /* as the kernel does: the whole job stops until it is continued */
	signal(SIGTTIN, SIG_IGN);
	group = tcgetpgrp(terminal);
	return group < 0 || group == getpgrp() ? OWN_TERMINAL_TAKEN : OWN_TERMINAL_LOST;
}

/*
 * The events of the viewer: keys, its input, signals.
 */

struct events {
	bool keys, input; /* there is something to be read */
	bool resized;
	int signal; /* a signal to end the program; 0: none */
};

#ifndef SIGWINCH
#define SIGWINCH 28
#endif

static const int ending[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT};

/* A handler has nothing but what is here: the pipe that wakes events_wait(). */
static int wake[2] = {-1, -1};

static COLD void note_signal(int signal)
{
	const int problem = errno;
	const unsigned char number = (unsigned char)signal;

	if (write(wake[1], &number, 1) < 0)
		errno = problem; /* the pipe is full of signals: one of them will do */
	errno = problem;
}

/* From now on signals are events. False, after a message, if that cannot be. */
static COLD bool events_begin(void)
{
	struct sigaction action = {.sa_handler = note_signal};
	size_t i;

	if (!child_pipe(wake)) {
		diag_error("pipe: %s", strerror(errno));
		return false;
	}
	fcntl(wake[0], F_SETFL, O_NONBLOCK);
	fcntl(wake[1], F_SETFL, O_NONBLOCK);
	sigemptyset(&action.sa_mask);
	for (i = 0; i < ARRAY_LEN(ending); i++)
		sigaction(ending[i], &action, NULL);
	sigaction(SIGWINCH, &action, NULL);
	action.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &action, NULL);
	return true;
}

/* Wait for any of them; `input` is -1 if none exists. */
static void events_wait(struct events *events, int keys, int input)
{
	struct pollfd fds[] = {{wake[0], POLLIN, 0}, {keys, POLLIN, 0}, {input, POLLIN, 0}};
	unsigned char number;

	*events = (struct events){.keys = false};
	if (poll(fds, ARRAY_LEN(fds), -1) < 0)
		return;
	while (read(wake[0], &number, 1) == 1) {
		if (number == SIGWINCH)
			events->resized = true;
		else
			events->signal = number;
	}
	events->keys = (fds[1].revents & POLLIN) != 0;
	if (fds[1].revents & (POLLHUP | POLLERR | POLLNVAL) && !events->keys)
		events->signal = SIGHUP; /* the terminal is gone */
	events->input = fds[2].revents != 0;
}

/* End as the signal would have ended the program. */
static COLD _Noreturn void events_die(int number)
{
	signal(number, SIG_DFL);
	raise(number);
	_exit(128 + number);
}

/*
 * The viewer's input: folded text, or any format that collapse-guess recognises.
 */

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
	arguments[0] = program.ptr;
	arguments[1] = buf_cstring(&name);
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

/*
 * Standard input, to be closed; NULL after a message. `last_snapshot`: of snapshots that go on, read
 * to their end and give the last whole one alone.
 */
static COLD struct input *reading_standard_input(const struct program_run *run, bool last_snapshot)
{
	const struct slice path = SLICE("-");
	const struct input_options in = {.paths = &path,
					 .count = 1,
					 .compat = personality_of(""),
					 .dash_is_stdin = true,
					 .last_snapshot = last_snapshot,
					 .max_record = run->reading.max_record};

	return input_open(&in);
}

/* All that comes of an input, into an empty profile. False after a message; release it anyway. */
static bool reading_stream(struct program_run *run, struct input *input, struct profile *profile)
{
	struct slice head;
	bool whole;

	*profile = (struct profile){0};
	if (!input_peek(input, INPUT_HEAD, &head, &whole))
		return false;
	return are_stacks(head, whole) ? program_read_input(run, input, profile)
				       : read_passed_on(run, input, profile);
}

/* One file of the command line, into an empty profile. False after a message; release it anyway. */
static COLD bool reading_file(struct program_run *run, size_t file, struct profile *profile)
{
	const struct slice path = program_file(run, file);
	bool folded;

	*profile = (struct profile){0};
	if (slice_equal(path, SLICE("-"))) {
		struct input *input = reading_standard_input(run, true);
		const bool good = input && reading_stream(run, input, profile);

		if (input)
			input_close(input);
		return good;
	}
	if (!look(path, &folded))
		return false;
	return folded ? program_read(run, file, 1, profile)
		      : read_guessed(run, path, CHILD_NULL, profile);
}

/*
 * A view on a terminal, from its first picture until a key or a signal ends it; standard input may
 * still deliver.
 */

struct session {
	struct program_run *run;
	struct view view;
	int terminal;
	enum terminal_when colors;
	struct input *input; /* the live input; NULL: all is read */
	struct snapshots snapshots;
	int signal; /* the signal that ended it, or 0 */
	bool has_failed;
};

enum { READ_STEP = 64 << 10 }; /* bytes of a stream of snapshots at a time */

/* Take the terminal. False where it cannot be drawn on: then nothing has happened to it. */
static COLD bool session_open(struct session *session)
{
	/*
	 * From now on no signal stops the program for the terminal: own_terminal_take() does. A
	 * read or a setting between the check and the stop fails, instead of stopping the job.
	 */
	signal(SIGTTIN, SIG_IGN);
	signal(SIGTTOU, SIG_IGN);
	own_terminal_take(session->terminal);
	if (!screen_open(&session->view.screen, session->terminal, session->colors))
		return false;
	diag_set_level(DIAG_SILENT); /* messages would be drawn into the picture */
	return true;
}

static void fail(struct session *session)
{
	session->has_failed = true;
	session->view.done = true;
}

/* ---- Snapshots ---- */

static void view_session_parse(struct slice text, struct profile *profile)
{
	struct ingest_run run = {.format = &folded_format, .chunk = {.text = text}};

	folded_format.init(&run);
	folded_format.parse(&run, text);
	*profile = run.profile;
	run.profile = (struct profile){0};
	ingest_release(&run);
}

static void show_newest(struct session *session)
{
	struct snapshots *snapshots = &session->snapshots;
	struct view_profile *viewed = memory_clear(1, sizeof(*viewed));
	struct profile profile;

	view_session_parse(buf_slice(&snapshots->newest), &profile);
	if (view_profile_build(viewed, &profile)) {
		view_set_newest(&session->view, viewed);
		session->view.snapshots = snapshots->newest_number;
	} else {
		view_profile_release(viewed);
		free(viewed);
		view_say(&session->view, "The counts of a snapshot are too large");
	}
	snapshots->has_newest = false;
}

/* Read what the stream has now. At its end the view stays open. */
static void take_snapshots(struct session *session)
{
	struct buf text = {0};
	ssize_t n;

	do {
		n = input_read(session->input, buf_reserve(&text, READ_STEP), READ_STEP);
		if (n > 0)
			snapshots_add(&session->snapshots, slice_of(text.ptr, (size_t)n));
	} while (n > 0 && input_waits_for(session->input) < 0);
	buf_release(&text);
	if (n <= 0) {
		session->view.ended = true;
		input_close(session->input);
		session->input = NULL;
		if (snapshots_has_rest(&session->snapshots))
			view_say(&session->view, "The input ended in the middle of a snapshot");
	}
}

/* ---- One profile ---- */

/* All of the input is one profile. Messages about it are read on the terminal as it was. */
static void take_profile(struct session *session)
{
	struct view_profile *viewed = memory_clear(1, sizeof(*viewed));
	struct profile profile = {0};
	const int level = session->run->common.level;
	bool good;

	screen_close();
	diag_set_level(level);
	good = reading_stream(session->run, session->input, &profile);
	input_close(session->input);
	session->input = NULL;
	if (good && profile.total[0] == 0 && profile.total[1] == 0) {
		diag_error("no counts in the input");
		good = false;
	}
	good = good && view_profile_build(viewed, &profile) && session_open(session);
	if (good) {
		view_set_subject(&session->view, viewed);
	} else {
		view_profile_release(viewed);
		free(viewed);
		fail(session);
	}
	profile_release(&profile);
}

/* Open the input; its first bytes show whether it consists of snapshots. */
static void begin_input(struct session *session)
{
	struct slice head;
	bool whole;

	if (!input_peek(session->input, SNAPSHOTS_HEAD, &head, &whole)) {
		fail(session);
		return;
	}
	session->view.is_live = snapshots_begin(head);
	if (session->view.is_live)
		take_snapshots(session);
	else
		take_profile(session);
}

/* Before its first byte it is not open, and has nothing to wait for by name. */
static int input_of(struct session *session)
{
	if (!session->input)
		return -1;
	return session->view.is_live ? input_waits_for(session->input) : STDIN_FILENO;
}

/* Keys, sizes, bytes that have come. Returns whether there is something to be drawn. */
static bool act(struct session *session, const struct events *events)
{
	struct view *view = &session->view;
	struct snapshots *snapshots = &session->snapshots;
	struct screen_event key;
	bool acted = events->resized;

	if (events->resized) {
		screen_resize(&view->screen);
		view_refresh(view);
	}
	while (!view->done && screen_next(&key)) {
		view_press(view, &key);
		acted = true;
	}
	if (events->input && !view->done) {
		const bool was_live = view->is_live;

		if (session->view.is_live)
			take_snapshots(session);
		else
			begin_input(session);
		acted |= session->input == NULL || view->is_live != was_live;
	}
	if (snapshots->has_newest && !view->paused && !view->done) {
		show_newest(session);
		acted = true;
	}
	return acted;
}

/* Keys come to the foreground alone. */
static void see_terminal(const struct session *session, struct events *events)
{
	switch (own_terminal_take(session->terminal)) {
	case OWN_TERMINAL_KEPT: return;
	case OWN_TERMINAL_TAKEN: events->resized = true; return;
	case OWN_TERMINAL_LOST: events->signal = SIGHUP; return;
	}
}

/* Until it is ended; the terminal is given back. */
static COLD void session_loop(struct session *session)
{
	struct view *view = &session->view;
	struct events events = {.signal = 0};
	bool draws = true;

	while (!view->done && events.signal == 0) {
		if (draws)
			view_draw(view);
		events_wait(&events, session->terminal, input_of(session));
		see_terminal(session, &events);
		draws = act(session, &events);
	}
	screen_close();
	session->signal = events.signal;
}

static COLD void session_release(struct session *session)
{
	if (session->input)
		input_close(session->input);
	snapshots_release(&session->snapshots);
	view_release(&session->view);
}

/*
 * The program.
 */

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
