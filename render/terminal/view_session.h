/* SPDX-License-Identifier: MIT */
/*
 * view_session.h - a view on a terminal, from its first picture until a key or a signal ends it;
 * standard input may still deliver.
 */
#ifndef FLAMBEAU_VIEW_SESSION_H
#define FLAMBEAU_VIEW_SESSION_H

#include "common/base/base.h"
#include "common/cli/program.h"
#include "common/io/snapshots.h"
#include "render/terminal/view.h"

/*
 * The events of the viewer: keys, its input, signals.
 */

struct events {
	bool keys, input; /* there is something to be read */
	bool resized;
	int signal; /* a signal to end the program; 0: none */
};

/* From now on signals are events. False, after a message, if that cannot be. */
bool events_begin(void);

/* End as the signal would have ended the program. */
_Noreturn void events_die(int signal);

/*
 * The viewer's input: folded text, or any format that collapse-guess recognises.
 */

/*
 * Standard input, to be closed; NULL after a message. `last_snapshot`: of snapshots that go on, read to
 * their end and give the last whole one alone.
 */
struct input *reading_standard_input(const struct program_run *run, bool last_snapshot);

/* One file of the command line, into an empty profile. False after a message; release it anyway. */
bool reading_file(struct program_run *run, size_t file, struct profile *profile);

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
