/* SPDX-License-Identifier: MIT */
#include "render/terminal/view_session.h"

#include <signal.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "render/terminal/events.h"
#include "render/terminal/own_terminal.h"
#include "render/terminal/reading.h"

enum { READ_STEP = 64 << 10 }; /* bytes of a stream of snapshots at a time */

bool session_open(struct session *session)
{
	own_terminal_begin();
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
	struct subject *subject = memory_clear(1, sizeof(*subject));
	struct profile profile;

	view_session_parse(buf_slice(&snapshots->newest), &profile);
	if (subject_build(subject, &profile)) {
		view_set_newest(&session->view, subject);
		session->view.snapshots = snapshots->newest_number;
	} else {
		subject_release(subject);
		free(subject);
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
	struct subject *subject = memory_clear(1, sizeof(*subject));
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
	good = good && subject_build(subject, &profile) && session_open(session);
	if (good) {
		view_set_subject(&session->view, subject);
	} else {
		subject_release(subject);
		free(subject);
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

static void take_input(struct session *session)
{
	if (session->view.is_live)
		take_snapshots(session);
	else
		begin_input(session);
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

		take_input(session);
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

void session_loop(struct session *session)
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

void session_release(struct session *session)
{
	if (session->input)
		input_close(session->input);
	snapshots_release(&session->snapshots);
	view_release(&session->view);
}
