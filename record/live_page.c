/* SPDX-License-Identifier: MIT */
#include "record/live_page.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "common/base/child.h"
#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/base/system.h"
#include "common/io/output.h"
#include "common/io/snapshots.h"
#include "record/child/signals.h"
#include "record/session/target.h"
#include "record/session_steps.h"

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

/* ---- Drawing ---- */

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

/* ---- Snapshots ---- */

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

COLD bool live_page_serve(struct live_page *page, int input)
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

/* ---- From birth to the file ---- */

COLD struct live_page *live_page_open(const struct session *session)
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

COLD void live_page_free(struct live_page *page)
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
 * Other users see command lines: the browser gets the path of a file that leads on to the address,
 * in the folder of this user alone.
 */
COLD void live_page_show(const struct live_page *page)
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

COLD bool live_page_finish(struct live_page *page)
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
