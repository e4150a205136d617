/* SPDX-License-Identifier: MIT */
/*
 * flamegraph-record --live: record-stacks, collapse-perf --live and flamegraph-view joined by
 * pipes, in the terminal of the caller.
 */
#include "record/session_steps.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "common/base/child.h"
#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/base/system.h"
#include "common/io/locate.h"
#include "common/io/output.h"
#include "common/io/snapshots.h"
#include "record/child/pipeline.h"
#include "record/child/signals.h"
#include "record/events/record_stream.h"
#include "record/page_server.h"
#include "record/profiler/recorder.h"
#include "record/session/target.h"

/*
 * With --html a page in place of flamegraph-view: snapshots of collapse-perf --live, drawn by
 * flamegraph --html when a browser asks for them, on a port of this machine; the last one is saved
 * as the page of the recording.
 */

enum { PAGE_READ_STEP = 1 << 16 };

static const double page_farewell = 3; /* seconds that browsers have for the last snapshot */
static const double page_look = 0.5;   /* seconds between two looks at the clock */

struct live_page {
	const struct session *session;
	struct page_server *server;
	struct snapshots snapshots;
	struct buf stacks; /* the newest snapshot that has stacks */
	uint64_t number;   /* of it; 0: none yet */
	uint64_t seen;     /* of the newest snapshot */
	struct buf folded; /* path of the stacks that are drawn, NUL-terminated */

	/* flamegraph, while it draws */
	pid_t child; /* 0: nothing is drawn */
	int output;  /* what it writes */
	struct buf text;
	enum page_document document;
	uint64_t drawn_number;           /* what is drawn now */
	uint64_t drawn[PAGE_DOCUMENTS];  /* the number of the snapshot that the server has */
	bool has_failed[PAGE_DOCUMENTS]; /* flamegraph could not draw that one */
};

/* ---- The page: drawing ---- */

/* The stacks, where flamegraph finds them, in a folder of this user alone. */
static bool page_write_stacks(const struct live_page *page)
{
	struct output output;

	if (!output_open_private(&output, slice_of(page->folded.ptr, page->folded.len - 1)))
		return false;
	output_write(&output, buf_slice(&page->stacks));
	return output_commit(&output);
}

/*
 * Ctrl-C is for the command: the process group of the program is its own. What it has to say it says
 * when the last snapshot is saved.
 */
static bool page_start_drawing(struct live_page *page, enum page_document document)
{
	static const struct child_place apart = {.is_apart = true};
	struct arguments arguments = {0};
	struct buf title = {0};
	struct drawing drawing = {.request = page->session->request, .folded = &page->folded};
	int ends[2] = {-1, -1}, error = 0;
	bool good = page_write_stacks(page) && child_pipe(ends);

	heading_add_subject(&title, page->session);
	drawing.title = buf_slice(&title);
	drawing_add_program(&arguments, &drawing);
	if (document == PAGE_LIVE)
		arguments_add_text(&arguments, "--live-page");
	if (good) {
		const struct child_streams streams = {{CHILD_NULL, ends[1], CHILD_NULL}};

		error = child_start_in(&apart, arguments.at, &streams, &page->child);
		close(ends[1]);
		good = error == 0;
	}
	if (good) {
		fcntl(ends[0], F_SETFL, O_NONBLOCK);
		page->output = ends[0];
		page->document = document;
		page->drawn_number = page->number;
	} else {
		if (error != 0)
			diag_error("flamegraph: %s", child_problem(error));
		if (ends[0] >= 0)
			close(ends[0]);
		page->child = 0;
	}
	arguments_release(&arguments);
	buf_release(&title);
	return good;
}

/* A page without a script, that looks again by itself. */
static void page_set_text(struct live_page *page, enum page_document document, const char *say)
{
	struct buf text = {0};

	buf_printf(
		&text,
		"<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:\">\n"
		"<link rel=\"icon\" href=\"data:,\">\n"
		"<meta http-equiv=\"refresh\" content=\"1\">\n<title>flambeau</title>\n<p>%s</p>\n",
		say);
	page_server_set(page->server, document, &text);
	page_server_answer(page->server, document);
}

/* All that flamegraph wrote is there. */
static void page_end_drawing(struct live_page *page)
{
	const enum page_document document = page->document;
	struct child_end end;

	close(page->output);
	page->output = -1;
	child_join(page->child, &end);
	page->child = 0;
	page->drawn[document] = page->drawn_number;
	if (end.code == EXIT_DONE && page->text.len > 0) {
		page_server_set(page->server, document, &page->text);
		page_server_answer(page->server, document);
		page->has_failed[document] = false;
		return;
	}
	buf_reset(&page->text);
	if (!page->has_failed[document])
		diag_warn("flamegraph could not draw snapshot %llu",
			  (unsigned long long)page->drawn_number);
	page->has_failed[document] = true;
	page_set_text(page, document, "This snapshot could not be drawn.");
}

/* Take more of a pipe; false at its end. */
static bool page_take(int fd, struct buf *text)
{
	ssize_t n;

	while ((n = read(fd, buf_reserve(text, PAGE_READ_STEP), PAGE_READ_STEP)) > 0)
		text->len += (size_t)n;
	return n < 0 && (errno == EAGAIN || errno == EINTR);
}

/* Answer what can be answered, and draw what was asked for. */
static void page_attend(struct live_page *page)
{
	enum page_document document;

	for (document = PAGE_LIVE; document < PAGE_DOCUMENTS; document++) {
		if (!page_server_is_asked(page->server, document))
			continue;
		if (page->number == 0)
			page_set_text(page, document, "No samples yet.");
		else if (page->drawn[document] == page->number)
			page_server_answer(page->server, document);
		else if (page->child == 0 && !page_start_drawing(page, document))
			page_set_text(page, document, "The page could not be drawn.");
	}
}

/* ---- The page: snapshots ---- */

/* True if lines other than comments are in it. */
static bool page_has_stacks(struct slice text)
{
	struct slice line;

	while (slice_line(&text, &line)) {
		if (line.len > 0 && line.ptr[0] != '#')
			return true;
	}
	return false;
}

static void page_see_snapshot(struct live_page *page)
{
	const struct snapshots *snapshots = &page->snapshots;
	const bool has_stacks = page_has_stacks(buf_slice(&snapshots->newest));

	page->seen = snapshots->newest_number;
	if (has_stacks) {
		page->number = page->seen;
		buf_reset(&page->stacks);
		buf_add(&page->stacks, buf_slice(&snapshots->newest));
	}
	page_server_tell(page->server, has_stacks ? "snapshot" : "idle", page->seen);
}

static bool page_read_snapshots(struct live_page *page, int input)
{
	struct buf bytes = {0};
	const bool goes_on = page_take(input, &bytes);
	struct snapshots *snapshots = &page->snapshots;

	snapshots_add(snapshots, buf_slice(&bytes));
	if (snapshots->has_newest && snapshots->newest_number != page->seen)
		page_see_snapshot(page);
	buf_release(&bytes);
	return goes_on;
}

/*
 * Wait for something to happen, and do what is due: take snapshots from `input` unless it is -1,
 * draw, answer. Signals and children that end wake it up. False at the end of the input.
 */
static COLD bool live_page_serve(struct live_page *page, int input)
{
	struct pollfd files[2 + PAGE_SERVER_FILES];
	size_t count;
	bool goes_on = true;

	files[0] = (struct pollfd){.fd = input, .events = POLLIN};
	files[1] = (struct pollfd){.fd = page->output, .events = POLLIN};
	count = 2 + page_server_files(page->server, &files[2]);
	signals_wait(files, count, page_server_connections(page->server) > 0 ? page_look : -1);
	if (input >= 0 && files[0].revents != 0)
		goes_on = page_read_snapshots(page, input);
	if (page->child > 0 && files[1].revents != 0 && !page_take(page->output, &page->text))
		page_end_drawing(page);
	page_server_serve(page->server, &files[2]);
	page_attend(page);
	return goes_on;
}

/* ---- The page: from birth to the file ---- */

static COLD void live_page_free(struct live_page *page)
{
	struct child_end end;

	if (!page)
		return;
	if (page->child > 0) {
		kill(page->child, SIGTERM);
		child_join(page->child, &end);
		close(page->output);
	}
	page_server_free(page->server);
	snapshots_release(&page->snapshots);
	buf_release(&page->stacks);
	buf_release(&page->folded);
	buf_release(&page->text);
	free(page);
}

/*
 * Listen, and say where. `session` has the folder for what is drawn, and the path of the file.
 * NULL after a message.
 */
static COLD struct live_page *live_page_open(const struct session *session)
{
	struct live_page *page = memory_clear(1, sizeof(*page));
	struct buf address = {0};

	page->session = session;
	page->output = -1;
	workdir_path(&page->folded, &session->work, "snapshot.folded");
	page->server = page_server_open((unsigned)session->request->port);
	if (!page->server) {
		live_page_free(page);
		return NULL;
	}
	page_server_add_address(page->server, &address);
	diag_warn("the page is %.*s", SLICE_ARG(buf_slice(&address)));
	buf_release(&address);
	return page;
}

/*
 * Show the page with what the desktop has for it. Other users see command lines: the browser gets the path of a file that leads on to the address,
 * in the folder of this user alone.
 */
static COLD void live_page_show(const struct live_page *page)
{
	struct buf path = {0};
	struct output output;

	workdir_path(&path, &page->session->work, "open.html");
	if (output_open_private(&output, slice_of(path.ptr, path.len - 1))) {
		buf_add_text(&output.buf, "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n"
					  "<meta http-equiv=\"refresh\" content=\"0;url=");
		page_server_add_address(page->server, &output.buf);
		buf_add_text(&output.buf, "\">\n<title>flambeau</title>\n");
		if (output_commit(&output))
			show_picture(path.ptr, false);
	}
	buf_release(&path);
}

/* The picture as it is without --live. */
static bool page_save(const struct live_page *page)
{
	struct buf title = {0};
	struct drawing drawing = {
		.request = page->session->request,
		.folded = &page->folded,
		.target = &page->session->svg,
	};
	bool good;

	heading_add_subject(&title, page->session);
	drawing.title = buf_slice(&title);
	good = page_write_stacks(page) && drawing_make(&drawing);
	buf_release(&title);
	return good;
}

/*
 * Tell the browsers that the recording has ended and give them the last snapshot, for some seconds
 * at most, then save it. False after a message: no snapshot had stacks, or it cannot be written.
 */
static COLD bool live_page_finish(struct live_page *page)
{
	const double begin = clock_seconds();

	page_server_tell(page->server, "end", page->number);
	signals_take();
	while (page_server_connections(page->server) > 0 &&
	       clock_seconds() - begin < page_farewell && signals_take().signal == 0)
		live_page_serve(page, -1);
	if (page->number > 0)
		return page_save(page);
	diag_error("no samples: there is nothing for %s", page->session->svg.ptr);
	return false;
}

/* ---- The session ---- */

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
