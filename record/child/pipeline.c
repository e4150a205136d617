/* SPDX-License-Identifier: MIT */
#include "record/child/pipeline.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/base/system.h"
#include "record/child/signals.h"

enum { CAPTURE_MOST = 1 << 20, CAPTURE_CHUNK = 1 << 14 }; /* bytes kept, read at once */

COLD int capture(const struct child_place *place, const char *const *arguments, int stream,
		 struct buf *out, struct child_end *end)
{
	struct child_streams streams = {{CHILD_NULL, CHILD_NULL, CHILD_NULL}};
	int ends[2], error;
	pid_t child;

	if (!child_pipe(ends))
		return errno;
	streams.fds[stream] = ends[1];
	error = child_start_in(place, arguments, &streams, &child);
	close(ends[1]);
	if (error == 0) {
		ssize_t n;

		do {
			n = read(ends[0], buf_reserve(out, CAPTURE_CHUNK), CAPTURE_CHUNK);
			if (n > 0 && out->len < CAPTURE_MOST)
				out->len += (size_t)n;
		} while (n > 0 || (n < 0 && errno == EINTR));
		child_join(child, end);
	}
	close(ends[0]);
	return error;
}

COLD void capture_add_end(struct buf *out, struct child_end end)
{
	if (end.signal != 0)
		buf_printf(out, "killed by signal %d (%s)", end.signal, strsignal(end.signal));
	else
		buf_printf(out, "exit status %d", end.code);
}

COLD struct slice capture_reason(struct slice said)
{
	struct slice line;

	while (slice_line(&said, &line)) {
		line = slice_trim(line);
		slice_skip(&line, SLICE("Error:"));
		line = slice_trim(line);
		if (line.len > 0 && !slice_starts(line, SLICE("[ perf record:")))
			return line;
	}
	return SLICE("");
}

enum {
	CHUNK = 1 << 16,     /* bytes on their way after a stage */
	MOST_SAID = 1 << 14, /* bytes of stderr kept of a stage */
	MOST_LINES = 10,     /* of them shown */
	FOREVER = -1,
	FILES = 3, /* descriptors of a stage that are waited for */
};

/* A stage that runs. Descriptors that are closed are -1. */
struct runner {
	const struct pipeline_stage *stage;
	pid_t child;
	struct pipeline_recorder *recorder; /* NULL unless it is one */
	bool runs, printed;
	struct child_end end;
	int out, err;       /* read ends */
	int next;           /* write end of the pipe into the next stage */
	bool is_apart;      /* Ctrl-C is not for it */
	bool broken;        /* the next stage did not read to the end */
	struct buf waiting; /* read from `out`, not yet written to `next` from `written` on */
	size_t written;
	struct buf said;
	size_t unsaid; /* bytes beyond it */
};

struct pipeline_state {
	struct runner at[PIPELINE_STAGES];
	size_t count;
	bool refused;       /* a stage was refused; a message has been printed */
	double start, next; /* of the run, and when it is said that it takes long; 0: never */
	double warn_after;  /* seconds */
	bool hinted;
};

COLD struct pipeline_stage *pipeline_add(struct pipeline *pipeline)
{
	return &pipeline->stages[pipeline->count++];
}

static void close_end(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Its stdin is `*in`, which is closed; afterwards `*in` is for the next one. */
static int start_stage(struct runner *runner, int *in, bool is_last)
{
	const bool prints = runner->stage->prints;
	const bool has_output = runner->recorder && runner->recorder->output >= 0;
	int out[2] = {-1, -1}, err[2] = {-1, -1}, into[2] = {-1, -1}, error;

	error = (prints || has_output || child_pipe(out)) &&
				(runner->recorder || child_pipe(err)) &&
				(is_last || child_pipe(into))
			? 0
			: errno;
	if (error == 0) {
		/* Its output and its errors come through the pipes, one of which may be missing. */
		const struct pipeline_recorder *recorder = runner->recorder;
		const struct child_place apart = {.is_apart = runner->is_apart};
		struct child_streams streams = {
			{*in >= 0 ? *in : CHILD_NULL, out[1] >= 0 ? out[1] : CHILD_SHARES, err[1]}};

		if (recorder) {
			streams.fds[0] = streams.fds[2] = CHILD_SHARES;
			if (out[1] < 0)
				streams.fds[1] = recorder->its_output;
		}
		error = child_start_in(recorder ? recorder->place : &apart,
				       runner->stage->arguments, &streams, &runner->child);
	}
	runner->runs = error == 0;
	if (has_output)
		out[0] = runner->recorder->output;
	runner->printed = prints;
	close_end(in);
	close_end(&out[1]);
	close_end(&err[1]);
	runner->out = out[0];
	runner->err = err[0];
	runner->next = into[1];
	*in = into[0];
	if (into[1] >= 0)
		fcntl(into[1], F_SETFL, O_NONBLOCK);
	return error;
}

static void stop_all(struct pipeline_state *state, int signal)
{
	size_t i;

	for (i = 0; i < state->count; i++) {
		if (state->at[i].runs)
			kill(state->at[i].child, signal);
	}
}

static bool start_all(struct pipeline_state *state, const struct pipeline *pipeline)
{
	int in = -1, error = 0;
	size_t i;

	for (i = 0; i < PIPELINE_STAGES; i++)
		state->at[i] = (struct runner){.out = -1, .err = -1, .next = -1};
	for (state->count = 0; state->count < pipeline->count && error == 0; state->count++) {
		struct runner *runner = &state->at[state->count];

		runner->stage = &pipeline->stages[state->count];
		runner->recorder = state->count == 0 ? pipeline->recorder : NULL;
		runner->is_apart = pipeline->recorder;
		error = start_stage(runner, &in, state->count + 1 == pipeline->count);
		if (error != 0 && runner->recorder)
			runner->recorder->problem = error;
		else if (error != 0)
			diag_error("profiler command failed: %s: %s", runner->stage->name,
				   child_problem(error));
	}
	close_end(&in);
	return error == 0;
}

/* The next stage gets no more; this one learns that by SIGPIPE, or is a recorder. */
static void break_off(struct runner *runner)
{
	runner->broken = true;
	runner->waiting.len = runner->written = 0;
	close_end(&runner->next);
	if (!runner->recorder)
		close_end(&runner->out);
	else if (runner->runs && runner->recorder->ends_unread)
		runner->recorder->was_ended = kill(runner->child, SIGTERM) == 0;
	else if (runner->runs)
		diag_warn("there will be no graph, since the recording cannot be read; the "
			  "recorder continues");
}

static bool has_waiting(const struct runner *runner)
{
	return runner->written < runner->waiting.len;
}

static bool has_room(const struct runner *runner)
{
	if (!has_waiting(runner))
		return true;
	return runner->recorder && runner->waiting.len - runner->written < PIPELINE_QUEUE;
}

/* Forget what was written, once it is as much as what waits. */
static void forget_written(struct runner *runner)
{
	struct buf *waiting = &runner->waiting;
	const size_t left = waiting->len - runner->written;

	if (left > runner->written)
		return;
	if (left > 0)
		memmove(waiting->ptr, waiting->ptr + runner->written, left);
	waiting->len = left;
	runner->written = 0;
}

static void read_out(struct pipeline_state *state, struct runner *runner)
{
	const struct pipeline_stage *stage = runner->stage;
	ssize_t n;

	forget_written(runner);
	n = read(runner->out, buf_reserve(&runner->waiting, CHUNK), CHUNK);
	if (n > 0) {
		struct slice chunk = slice_of(runner->waiting.ptr + runner->waiting.len, (size_t)n);

		runner->printed = true;
		if (stage->see && !stage->see(stage->context, chunk)) {
			state->refused = true;
			stop_all(state, SIGTERM);
		}
		if (runner->next >= 0)
			runner->waiting.len += chunk.len;
	} else if (n == 0 || (errno != EINTR && (errno != EAGAIN || !runner->runs))) {
		close_end(&runner->out);
	}
	if (runner->out < 0 && !has_waiting(runner))
		close_end(&runner->next);
}

/* The first stage that prints still: those after it wait for it. */
static const struct runner *find_running(const struct pipeline_state *state)
{
	size_t i;

	for (i = 0; i + 1 < state->count && state->at[i].out < 0; i++)
		;
	return &state->at[i];
}

/* Said again whenever twice the time has gone by, the hint once. Returns the seconds until then. */
static double say_what_takes_long(struct pipeline_state *state)
{
	const struct runner *runner = find_running(state);
	double now = clock_seconds();
	unsigned seconds = (unsigned)(now - state->start);
	bool hints = runner->stage->hint && !state->hinted;

	if (state->next <= 0)
		return FOREVER;
	if (now < state->next)
		return state->next - now;
	diag_warn("%s has been running for %u s%s%s", runner->stage->name, seconds,
		  hints ? ": " : "", hints ? runner->stage->hint : "");
	state->hinted |= hints;
	state->next = now + (now - state->start);
	return state->next - now;
}

/*
 * Watch the first stage. True while it records; *seconds are then those until it has to be watched
 * again.
 */
static bool is_recording(struct pipeline_state *state, double *seconds)
{
	struct runner *first = &state->at[0];
	struct pipeline_recorder *recorder = first->recorder;

	if (!recorder || !first->runs)
		return false;
	first->runs = !child_has_ended(first->child, &recorder->end);
	*seconds = recorder->watch(recorder->context, first->child);
	if (first->runs)
		return true;
	state->start = clock_seconds(); /* now it is the next stage that is waited for */
	state->next = state->warn_after > 0 ? state->start + state->warn_after : 0;
	if (first->out >= 0) /* processes that the command left may hold it open */
		fcntl(first->out, F_SETFL, O_NONBLOCK);
	return false;
}

/*
 * True if output of a recorder that has ended may be left to read. read() reports its end; poll()
 * may not.
 */
static bool has_rest(const struct runner *runner)
{
	return runner->recorder && !runner->runs && runner->out >= 0 && has_room(runner);
}

/* Fill `files`, for poll(), with the descriptors to read and write; false if none is open. */
static bool pipeline_add_files(const struct pipeline_state *state, struct pollfd *files)
{
	bool open = false;
	size_t i, j;

	for (i = 0; i < state->count; i++, files += FILES) {
		const struct runner *runner = &state->at[i];

		files[0] = (struct pollfd){.fd = has_room(runner) ? runner->out : -1,
					   .events = POLLIN};
		files[1] = (struct pollfd){.fd = runner->next, /* without events: for POLLERR */
					   .events = has_waiting(runner) ? POLLOUT : 0};
		files[2] = (struct pollfd){.fd = runner->err, .events = POLLIN};
		for (j = 0; j < FILES; j++)
			open |= files[j].fd >= 0;
	}
	return open;
}

/* One round of what can be read and written. False when there is nothing left that could be. */
static bool poll_once(struct pipeline_state *state)
{
	struct pollfd files[FILES * PIPELINE_STAGES];
	double seconds = FOREVER;
	const bool records = is_recording(state, &seconds);
	size_t i;

	if (!pipeline_add_files(state, files) && !records)
		return false;
	if (has_rest(&state->at[0]))
		seconds = 0;
	else if (!records)
		seconds = say_what_takes_long(state);
	signals_wait(files, FILES * state->count, seconds);
	for (i = 0; i < state->count; i++) {
		struct runner *runner = &state->at[i];
		const struct pollfd *its = &files[FILES * i];

		if (its[2].revents) {
			char text[4096];
			ssize_t n = read(runner->err, text, sizeof(text));

			if (n > 0) {
				size_t room = MOST_SAID - runner->said.len;
				size_t kept = (size_t)n < room ? (size_t)n : room;

				buf_add(&runner->said, slice_of(text, kept));
				runner->unsaid += (size_t)n - kept;
			} else if (n == 0 || errno != EINTR) {
				close_end(&runner->err);
			}
		}
		if (its[1].revents & POLLERR)
			break_off(runner);
		else if (its[1].revents) {
			ssize_t n = write(runner->next, runner->waiting.ptr + runner->written,
					  runner->waiting.len - runner->written);

			if (n >= 0)
				runner->written += (size_t)n;
			else if (errno != EINTR && errno != EAGAIN)
				break_off(runner);
			if (runner->out < 0 && !has_waiting(runner))
				close_end(&runner->next);
		}
		if (its[0].revents || has_rest(runner))
			read_out(state, runner);
	}
	return true;
}

static void poll_all(struct pipeline_state *state)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN}, old;
	size_t i;

	sigemptyset(&ignore.sa_mask);
	sigaction(SIGPIPE, &ignore, &old);
	while (poll_once(state)) {
		struct signals_stop stop = {0};

		if (!state->at[0].recorder || !state->at[0].runs)
			stop = signals_take();
		if (stop.signal != 0)
			stop_all(state, stop.signal);
	}
	sigaction(SIGPIPE, &old, NULL);
	for (i = 0; i < state->count; i++) {
		if (state->at[i].runs)
			child_join(state->at[i].child, &state->at[i].end);
	}
}

/* Pass on all lines except the one in the message. */
static void pass_on(const struct runner *runner, struct slice reason, bool as_errors)
{
	struct slice rest = buf_slice(&runner->said), line;
	size_t count = 0;

	while (slice_line(&rest, &line)) {
		line = slice_trim(line);
		if (line.len == 0 || line.ptr + line.len == reason.ptr + reason.len ||
		    ++count > MOST_LINES)
			continue;
		if (as_errors)
			diag_error("%.*s", SLICE_ARG(line));
		else
			diag_warn("%.*s", SLICE_ARG(line));
	}
	if (count > MOST_LINES || runner->unsaid > 0)
		diag_warn("%s: further messages are not shown", runner->stage->name);
}

static bool pipeline_failed(const struct runner *runner)
{
	return runner->end.code != 0 || runner->end.signal != 0;
}

/*
 * Find the stage that failed first: stages before one that ended too early end because of it, and
 * stages after one that failed have bad input.
 */
static const struct runner *find_culprit(const struct pipeline_state *state)
{
	const size_t begin = state->at[0].recorder ? 1 : 0;
	size_t i, first = 0;

	for (i = 0; i < state->count; i++) {
		if (state->at[i].broken)
			first = i + 1;
	}
	for (i = first > begin ? first : begin; i < state->count; i++) {
		if (pipeline_failed(&state->at[i]))
			return &state->at[i];
	}
	for (i = begin; i < first; i++) {
		if (pipeline_failed(&state->at[i]) && state->at[i].end.signal != SIGPIPE)
			return &state->at[i];
	}
	return NULL;
}

static bool says_empty(const struct runner *runner)
{
	return runner->stage->says_empty && runner->end.code == EXIT_DATA &&
	       slice_contains(buf_slice(&runner->said), slice_from(runner->stage->says_empty));
}

static enum pipeline_result pipeline_verdict(const struct pipeline_state *state)
{
	const struct runner *culprit = find_culprit(state);
	size_t i;

	diag_status_end();
	if (state->refused)
		return PIPELINE_FAILED;
	if (!pipeline_failed(&state->at[0]) && !state->at[0].printed && !state->at[0].broken)
		return PIPELINE_EMPTY;
	if (culprit && says_empty(culprit))
		return PIPELINE_EMPTY;
	if (culprit) {
		struct slice reason = capture_reason(buf_slice(&culprit->said));
		struct buf what = {0};

		capture_add_end(&what, culprit->end);
		if (reason.len > 0)
			buf_printf(&what, ": %.*s", SLICE_ARG(reason));
		diag_error("profiler command failed: %s: %.*s", culprit->stage->name,
			   SLICE_ARG(buf_slice(&what)));
		buf_release(&what);
		pass_on(culprit, reason, true);
		return PIPELINE_FAILED;
	}
	for (i = 0; i < state->count; i++)
		pass_on(&state->at[i], SLICE(""), false);
	return PIPELINE_DONE;
}

COLD enum pipeline_result pipeline_run(const struct pipeline *pipeline)
{
	struct pipeline_state state = {.count = 0, .start = clock_seconds()};
	bool started = start_all(&state, pipeline);
	enum pipeline_result result = PIPELINE_FAILED;
	size_t i;

	state.warn_after = pipeline->patience;
	if (pipeline->patience > 0 && !pipeline->recorder)
		state.next = state.start + pipeline->patience;
	if (!started)
		stop_all(&state, SIGTERM);
	poll_all(&state);
	if (started)
		result = pipeline_verdict(&state);
	for (i = 0; i < state.count; i++) {
		close_end(&state.at[i].out);
		close_end(&state.at[i].err);
		close_end(&state.at[i].next);
		buf_release(&state.at[i].waiting);
		buf_release(&state.at[i].said);
	}
	return result;
}

COLD bool pipeline_read_file(const char *path, pipeline_see_fn *see, void *context)
{
	char *chunk = memory_get(CHUNK);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : 0;
	bool taken = true;

	while (fd >= 0 && taken && (n = read(fd, chunk, CHUNK)) > 0)
		taken = see(context, slice_of(chunk, (size_t)n));
	if (n < 0)
		diag_error("%s: %s", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	free(chunk);
	return taken && n == 0;
}
