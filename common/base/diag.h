/* SPDX-License-Identifier: MIT */
/*
 * diag.h - the only code that writes to stderr. A message is one line
 * ("tool: file:line: what"), one write(2), invisible characters (utf8.h) and
 * bytes that are not UTF-8 as `?`, cut at LIMIT_MESSAGE.
 * Safe from any thread.
 */
#ifndef FLAMBEAU_DIAG_H
#define FLAMBEAU_DIAG_H

#include "common/base/slice.h"

enum diag_level {
	DIAG_SILENT = -2, /* not even errors (the Rust tools' -q) */
	DIAG_ERRORS = -1, /* -q: errors only */
	DIAG_WARNINGS = 0,
	DIAG_NOTES = 1, /* -v */
	DIAG_DETAILS = 2,
	DIAG_LINES = 3, /* only of diag_lines() */
};

/* What kind of error a message is about. */
enum diag_code {
	CODE_NONE,
	CODE_USAGE, /* of the command line */
	CODE_DATA,  /* of the input */
	CODE_IO,    /* of the system: a file, a pipe, another program */
	CODE_LIMIT, /* of memory or time, set by the user */
};

/* The name before every message (not copied), and the level of messages. Call before threads. */
void diag_init(const char *tool);
void diag_set_level(int level);
bool diag_shows(int level);
const char *diag_tool(void);

/* An error of the input: CODE_DATA. */
void diag_error(const char *format, ...) PRINTF_LIKE(1, 2);

/* An error of an input, whose name is the message's beginning; `line` 0: of no line. */
void diag_error_at(enum diag_code code, struct slice input, unsigned long long line,
		   const char *format, ...) PRINTF_LIKE(4, 5);

/* The first message that a limit is met: CODE_LIMIT. Errors that follow have no message. */
void diag_error_limit(const char *format, ...) PRINTF_LIKE(1, 2);

/* An error of a file, a pipe or another program: CODE_IO. */
void diag_error_io(const char *format, ...) PRINTF_LIKE(1, 2);

void diag_warn(const char *format, ...) PRINTF_LIKE(1, 2);
void diag_note(const char *format, ...) PRINTF_LIKE(1, 2);

/* Help that a mistake is answered with: several lines, as they are, terminated by NUL. */
void diag_lines(const char *text);

/*
 * A temporary line: "tool: text" without LF on a terminal. The next one takes its
 * place, a message too, diag_status_end() leaves nothing. Does nothing while the program is in the
 * background, nor in a library.
 */
void diag_status(const char *format, ...) PRINTF_LIKE(1, 2);
void diag_status_end(void);

/* True if stderr is a terminal that can rewrite a line, and warnings are shown. */
bool diag_shows_status(void);

/*
 * For errors that input cannot cause, and for lack of memory: prints the message and exits with
 * EXIT_DATA.
 */
_Noreturn void diag_die(const char *format, ...) PRINTF_LIKE(1, 2);

/*
 * For a library, which must not end the program that it is part of: diag_die() calls `leave`
 * instead, which must not return. Call before threads.
 */
void diag_on_death(void (*leave)(void));

#endif
