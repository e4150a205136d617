/* SPDX-License-Identifier: MIT */
#include "record/live_session.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/base/system.h"
#include "common/io/locate.h"
#include "record/child/pipeline.h"
#include "record/child/signals.h"
#include "record/events/record_stream.h"
#include "record/live_page.h"
#include "record/profiler/recorder.h"
#include "record/session/target.h"
#include "record/session_steps.h"

enum {
	RATE = 99,            /* Hz, unless --freq is given: enough to see, and cheap */
	MOST_SAID = 64 << 10, /* bytes of what was printed that are kept */
	READ_STEP = 4096,
};

static const double patience = 2; /* seconds until a command that does not end is said */

enum stage { STAGE_RECORD, STAGE_COLLAPSE, STAGE_VIEW, STAGES };

static const char *const names[] = {"record-stacks", "collapse-perf", "flamegraph-view"};

struct live_session {
	struct session session; /* the request, and what is recorded in place of its events */
	struct arguments arguments[STAGES];
	pid_t children[STAGES]; /* 0: not started, or ended */
	struct child_end ends[STAGES];
	int messages;           /* reading end of what the first two print to standard error */
	struct buf said;        /* its end */
	uint64_t left_out;      /* bytes before it */
	struct live_page *page; /* in place of a viewer; or NULL */
};

/* ---- Command lines ---- */

static void begin_arguments(struct live_session *live, enum stage stage)
{
	struct buf program = {0};

	locate_program(&program, live->session.request->argv0, names[stage]);
	arguments_add_text(&live->arguments[stage], program.ptr);
	buf_release(&program);
}

/* record-stacks up to the command, with its recording to `path`. */
static void add_recorder(struct live_session *live, const char *path)
{
	const struct request *request = live->session.request;
	const struct recorder_choice choice = {
		.rate = request_has(request, "freq") ? request->freq : RATE,
		.call_graph = runtime_call_graph(&live->session.runtime, request),
		.path = path,
	};

	begin_arguments(live, STAGE_RECORD);
	recorder_add_choice(&live->arguments[STAGE_RECORD], &live->session, &choice);
}

static void add_duration(struct arguments *arguments, double seconds)
{
	arguments_add_text(arguments, "--duration");
	arguments_printf(arguments, "%.3f", seconds);
}

static void add_command(struct live_session *live)
{
	const struct request *request = live->session.request;
	struct arguments *arguments = &live->arguments[STAGE_RECORD];

	if (request->duration > 0)
		add_duration(arguments, request->duration);
	if (request->command_count > 0)
		arguments_add_text(arguments, "--");
	arguments_add_all(arguments, request->command, request->command_count);
}

static void live_session_add_collapse(struct live_session *live)
{
	const struct request *request = live->session.request;
	struct arguments *arguments = &live->arguments[STAGE_COLLAPSE];

	forwarded_add(arguments, request->forwarded, FORWARDED_COLLAPSE, &request->passed);
	arguments_add_joined(arguments,
			     "--live=", request->live.len > 0 ? request->live : SLICE("1s"));
	arguments_add_joined(arguments,
			     "--window=", request->window.len > 0 ? request->window : SLICE("30s"));
	recorder_add_labels(arguments, request);
	recorder_add_idle(arguments, request);
	if (request->no_inline)
		arguments_add_text(arguments, "--no-inline");
	recorder_add_list(arguments, &live->session);
}

/* ---- The runtime ---- */

/* False after a message. */
static bool live_look_at_runtime(struct live_session *live)
{
	struct session *session = &live->session;
	const struct request *request = session->request;
	struct runtime *runtime = &session->runtime;

	runtime_look(runtime, request, request->command, request->command_count);
	if (runtime->writes_dump) {
		diag_warn("--live shows no functions of Python, whose names are known at its end");
		runtime_release(runtime);
	}
	return (!runtime_removes_files(runtime) && !request_has(request, "html")) ||
	       workdir_create(&session->work, "/tmp/live", &session->work_lock);
}

static void live_release_runtime(struct live_session *live)
{
	struct session *session = &live->session;

	if (session->work.len > 0) {
		if (runtime_removes_files(&session->runtime))
			session_remove_compiler_files(session);
		target_remove_work(&session->work);
		if (session->work_lock >= 0)
			close(session->work_lock);
	}
	runtime_release(&session->runtime);
	buf_release(&session->work);
	buf_release(&session->svg);
}

/* ---- What would go wrong is found out before anything is on the screen ---- */

static COLD bool cannot_record(void *context, struct buf *why)
{
	struct live_session *live = context;
	struct arguments *probe = &live->arguments[STAGE_RECORD];
	struct buf said = {0};
	bool answer;

	add_recorder(live, "/dev/null");
	if (live->session.request->command_count > 0) {
		ARGUMENTS_ADD(probe, "--", "true");
	} else {
		add_duration(probe, 0.001);
	}
	answer = recorder_cannot(probe, why, &said);
	arguments_release(probe);
	buf_release(&said);
	return answer;
}

/* False after a message. */
static bool can_record(struct live_session *live)
{
	struct buf why = {0};
	const bool good = recorder_tries(&live->session, cannot_record, live, &why);

	if (!good)
		diag_error("--live: %.*s", SLICE_ARG(buf_slice(&why)));
	buf_release(&why);
	return good;
}

/* Without input the program looks at its command line and ends. */
static bool live_session_can_collapse(const struct live_session *live)
{
	static const struct child_place here = {0};
	struct child_end end = {0, 0};
	struct buf said = {0};
	const bool good = capture(&here, live->arguments[STAGE_COLLAPSE].at, STDERR_FILENO, &said,
				  &end) != 0 ||
			  end.code != EXIT_USAGE;

	if (!good)
		diag_error("%.*s", SLICE_ARG(capture_reason(buf_slice(&said))));
	buf_release(&said);
	return good;
}

/* ---- Running ---- */

static bool start_at(struct live_session *live, enum stage stage, const int fds[3],
		     const struct child_place *place)
{
	const struct child_streams streams = {{fds[0], fds[1], fds[2]}};
	const char *const *words = live->arguments[stage].at;
	const int error = place ? child_start_in(place, words, &streams, &live->children[stage])
				: child_start(words, &streams, &live->children[stage]);

	if (error != 0)
		diag_error("%s: %s", names[stage], child_problem(error));
	return error == 0;
}

/* The command has its own folder and variables and, without a viewer, our standard input. */
static bool start_recorder(struct live_session *live, int output, int messages)
{
	const int input = live->page ? CHILD_SHARES : CHILD_NULL;
	const struct request *request = live->session.request;
	struct arguments environment = {0}, cwd = {0};
	struct child_place place;
	bool good;

	recorder_environment(&environment, &request->env, &live->session.runtime.variables);
	arguments_add(&cwd, request->cwd);
	place = (struct child_place){
		.directory = request->cwd.len > 0 ? cwd.at[0] : NULL,
		.environment = environment.at,
		.ends_with_us = true,
	};
	good = start_at(live, STAGE_RECORD, (const int[]){input, output, messages}, &place);
	arguments_release(&environment);
	arguments_release(&cwd);
	return good;
}

static void close_all(int fds[], size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		if (fds[i] >= 0)
			close(fds[i]);
		fds[i] = -1;
	}
}

/* Three pipes: recordings, snapshots, messages. */
static bool live_session_start(struct live_session *live)
{
	int fds[6] = {-1, -1, -1, -1, -1, -1};
	bool good = child_pipe(&fds[0]) && child_pipe(&fds[2]) && child_pipe(&fds[4]);

	if (!good)
		diag_error("no pipe: %s", strerror(errno));
	good = good && start_recorder(live, fds[1], fds[5]) &&
	       start_at(live, STAGE_COLLAPSE, (const int[]){fds[0], fds[3], fds[5]}, NULL) &&
	       start_at(live, STAGE_VIEW, (const int[]){fds[2], CHILD_SHARES, CHILD_SHARES}, NULL);
	live->messages = fds[4];
	fds[4] = -1;
	close_all(fds, ARRAY_LEN(fds));
	if (live->messages >= 0)
		fcntl(live->messages, F_SETFL, O_NONBLOCK);
	return good;
}

/* Read all that has been printed so far, of which only the end is kept. False at its end. */
static bool listen(struct live_session *live)
{
	struct buf *said = &live->said;
	ssize_t n;

	do {
		n = read(live->messages, buf_reserve(said, READ_STEP), READ_STEP);
		if (n > 0)
			said->len += (size_t)n;
		if (said->len >= 2 * MOST_SAID) {
			const size_t drop = said->len - MOST_SAID;

			memmove(said->ptr, said->ptr + drop, MOST_SAID);
			said->len = MOST_SAID;
			live->left_out += drop;
		}
	} while (n > 0);
	return n < 0 && (errno == EAGAIN || errno == EINTR);
}

static void see_ends(struct live_session *live)
{
	size_t i;

	for (i = 0; i < STAGES; i++) {
		if (live->children[i] > 0 && child_has_ended(live->children[i], &live->ends[i]))
			live->children[i] = 0;
	}
}

static void send(const struct live_session *live, enum stage stage, int signal)
{
	if (live->children[stage] > 0)
		kill(live->children[stage], signal);
}

/* Until the viewer has ended. */
static void live_session_watch(struct live_session *live)
{
	struct pollfd messages = {.fd = live->messages, .events = POLLIN};

	while (see_ends(live), live->children[STAGE_VIEW] > 0) {
		const struct signals_stop stop = signals_take();

		if (stop.signal != 0 && stop.is_for_us)
			send(live, STAGE_VIEW, stop.signal);
		signals_wait(&messages, messages.fd >= 0, -1);
		if (messages.fd >= 0 && !listen(live))
			messages.fd = -1;
	}
}

/* The recorder ends its command; what still comes from both is read, so that none waits for us. */
static void live_session_end(struct live_session *live)
{
	const double begin = clock_seconds();
	struct pollfd messages = {.fd = live->messages, .events = POLLIN};
	bool told = false;

	send(live, STAGE_RECORD, SIGTERM);
	while (see_ends(live),
	       live->children[STAGE_RECORD] > 0 || live->children[STAGE_COLLAPSE] > 0) {
		if (!told && clock_seconds() - begin > patience) {
			diag_warn("the command has not ended after SIGTERM");
			told = true;
		}
		signals_wait(&messages, messages.fd >= 0, 0.2);
		if (messages.fd >= 0 && !listen(live))
			messages.fd = -1;
	}
	if (live->messages >= 0)
		listen(live);
}

/* True if the recorder complains that the viewer was left before it was asked to end. */
static bool is_about_end(struct slice line)
{
	return slice_starts(line, SLICE("record-stacks: ")) &&
	       slice_contains(line, SLICE(RECORD_STREAM_UNREAD));
}

/* Print the messages of the command and the programs, as they would have been on the terminal. */
static void pass_said(const struct live_session *live)
{
	struct slice rest = buf_slice(&live->said), line;

	if (live->left_out > 0)
		diag_warn("the first %llu bytes of what was printed are left out",
			  (unsigned long long)live->left_out);
	while (rest.len > 0) {
		const size_t end = slice_find(rest, '\n');

		line = slice_head(rest, end == SLICE_NONE ? rest.len : end + 1);
		rest = slice_tail(rest, line.len);
		if (!is_about_end(line)) {
			struct slice text = line;

			while (text.len > 0) {
				const ssize_t n = write(STDERR_FILENO, text.ptr, text.len);

				if (n < 0 && errno != EINTR)
					break;
				if (n > 0)
					text = slice_tail(text, (size_t)n);
			}
		}
	}
}

static bool view(struct live_session *live)
{
	struct child_end *end_of_view = &live->ends[STAGE_VIEW];
	bool good = live_session_start(live);

	if (good)
		live_session_watch(live);
	else
		send(live, STAGE_VIEW, SIGTERM);
	live_session_end(live);
	pass_said(live);
	close_all(&live->messages, 1);
	buf_release(&live->said);
	return good && (end_of_view->code == 0 || end_of_view->signal == SIGINT);
}

/* Recordings, snapshots; messages go where ours go. Ctrl-C is for the command alone. */
static bool start_for_page(struct live_session *live, int *snapshots)
{
	static const struct child_place apart = {.is_apart = true};
	int fds[4] = {-1, -1, -1, -1};
	bool good = child_pipe(&fds[0]) && child_pipe(&fds[2]);

	if (!good)
		diag_error("no pipe: %s", strerror(errno));
	good = good && start_recorder(live, fds[1], CHILD_SHARES) &&
	       start_at(live, STAGE_COLLAPSE, (const int[]){fds[0], fds[3], CHILD_SHARES}, &apart);
	*snapshots = fds[2];
	fds[2] = -1;
	close_all(fds, ARRAY_LEN(fds));
	if (*snapshots >= 0)
		fcntl(*snapshots, F_SETFL, O_NONBLOCK);
	return good;
}

/* Serve the page until the recording has ended, then save it. */
static bool serve(struct live_session *live)
{
	const struct request *request = live->session.request;
	int snapshots = -1;
	bool good;

	live->page = live_page_open(&live->session);
	good = live->page && start_for_page(live, &snapshots);
	if (good && request->open)
		live_page_show(live->page);
	while (good && live_page_serve(live->page, snapshots)) {
		const struct signals_stop stop = signals_take();

		see_ends(live);
		if (stop.signal != 0 && stop.is_for_us)
			send(live, STAGE_RECORD, stop.signal);
	}
	live_session_end(live);
	good = good && live_page_finish(live->page);
	if (good)
		diag_warn("the graph is %s", live->session.svg.ptr);
	close_all(&snapshots, 1);
	live_page_free(live->page);
	return good;
}

COLD int live_session_run(const struct request *request)
{
	struct live_session live = {.session = {.request = request,
						.command = request->command,
						.command_count = request->command_count},
				    .messages = -1};
	bool good;
	size_t i;

	if (request_has(request, "html")) {
		target_path(&live.session.svg, request, "flamegraph");
		if (!target_can_be_written(live.session.svg.ptr)) {
			buf_release(&live.session.svg);
			return EXIT_DATA;
		}
	}
	if (!live_look_at_runtime(&live))
		return EXIT_DATA;
	live_session_add_collapse(&live);
	good = live_session_can_collapse(&live);
	if (!good || !session_target_exists(&live.session) || !can_record(&live)) {
		arguments_release(&live.arguments[STAGE_COLLAPSE]);
		live_release_runtime(&live);
		return good ? EXIT_DATA : EXIT_USAGE;
	}
	runtime_begin(&live.session.runtime);
	add_recorder(&live, "-");
	add_command(&live);
	if (request_has(request, "html")) {
		good = serve(&live);
	} else {
		struct buf title = {0};

		begin_arguments(&live, STAGE_VIEW);
		heading_add_subject(&title, &live.session);
		arguments_add_joined(&live.arguments[STAGE_VIEW], "--title=", buf_slice(&title));
		buf_release(&title);
		good = view(&live);
	}
	for (i = 0; i < STAGES; i++)
		arguments_release(&live.arguments[i]);
	live_release_runtime(&live);
	return good ? EXIT_DONE : EXIT_DATA;
}
