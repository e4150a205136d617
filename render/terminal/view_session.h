/* SPDX-License-Identifier: MIT */
/*
 * view_session.h - a view on a terminal, from its first picture until a key or a signal ends it;
 * standard input may still deliver.
 */
#ifndef FLAMBEAU_VIEW_SESSION_H
#define FLAMBEAU_VIEW_SESSION_H

#include "common/cli/program.h"
#include "common/io/snapshots.h"
#include "render/terminal/view.h"

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

/* Take the terminal. False where it cannot be drawn on: then nothing has happened to it. */
bool session_open(struct session *session);

/* Until it is ended; the terminal is given back. */
void session_loop(struct session *session);

void session_release(struct session *session);

#endif
