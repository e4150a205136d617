/* SPDX-License-Identifier: MIT */
#include "common/base/diag.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <unistd.h>

#include "common/base/context.h"
#include "common/base/utf8.h"

#define ERASE "\r\033[K"
enum { ERASE_LEN = sizeof(ERASE) - 1 };

void diag_init(const char *tool)
{
	context()->tool = tool;
}

void diag_set_level(int level)
{
	context()->level = level;
}

bool diag_shows(int level)
{
	return context()->level >= level;
}

const char *diag_tool(void)
{
	return context()->tool;
}

/* Replace characters that a terminal obeys, or that it cannot show, by `?`. */
static size_t make_harmless(char *line, size_t len)
{
	struct slice rest = slice_of(line, len);
	size_t out = 0;

	while (rest.len > 0) {
		const char *from = rest.ptr;
		uint32_t code = utf8_next(&rest);
		size_t size = (size_t)(rest.ptr - from);

		if (utf8_is_invisible(code) || code == 0xFFFD) {
			line[out++] = '?';
		} else {
			memmove(line + out, from, size);
			out += size;
		}
	}
	return out;
}

/* "tool: text" without LF, harmless and cut; its length. */
static size_t compose(char line[LIMIT_MESSAGE], const char *format, va_list args)
{
	int head = snprintf(line, LIMIT_MESSAGE, "%s: ", context()->tool);
	size_t len = head > 0 ? (size_t)head : 0;
	int body;

	if (len > LIMIT_MESSAGE - 2)
		len = LIMIT_MESSAGE - 2;
	body = vsnprintf(line + len, LIMIT_MESSAGE - len, format, args);
	if (body > 0)
		len += (size_t)body;
	if (len > LIMIT_MESSAGE - 1)
		len = LIMIT_MESSAGE - 1;
	return make_harmless(line, len);
}

static void diag_write_all(const char *from, size_t len)
{
	while (len > 0) {
		ssize_t n = write(STDERR_FILENO, from, len);

		if (n < 0 && errno != EINTR)
			return;
		if (n > 0) {
			from += n;
			len -= (size_t)n;
		}
	}
}

/*
 * In one write, that lines of several threads or programs do not mix. There is room for ERASE at
 * the beginning of `line`, and for LF at the end.
 */
static void diag_put(char *line, size_t len, bool is_status)
{
	struct context *own = context();

	pthread_mutex_lock(&own->terminal);
	if (!is_status)
		line[ERASE_LEN + len++] = '\n';
	if (is_status || own->status_shown)
		diag_write_all(memcpy(line, ERASE, ERASE_LEN), ERASE_LEN + len);
	else
		diag_write_all(line + ERASE_LEN, len);
	own->status_shown = is_status;
	pthread_mutex_unlock(&own->terminal);
}

/* To what a library has instead of stderr. */
static void diag_pass(int level, const char *text)
{
	struct context *own = context();

	pthread_mutex_lock(&own->terminal);
	own->message(level, own, text);
	pthread_mutex_unlock(&own->terminal);
}

static void say(int level, const char *format, va_list args)
{
	char line[ERASE_LEN + LIMIT_MESSAGE];
	const size_t len = compose(line + ERASE_LEN, format, args);
	struct context *own = context();
	size_t skip = strlen(own->tool) + 2;

	if (!own->message) {
		diag_put(line, len, false);
		return;
	}
	if (skip > len)
		skip = len;
	line[ERASE_LEN + len] = '\0';
	diag_pass(level, line + ERASE_LEN + skip);
}

void diag_lines(const char *text)
{
	if (context()->message)
		diag_pass(DIAG_LINES, text);
	else
		diag_write_all(text, strlen(text));
}

bool diag_shows_status(void)
{
	const char *kind = getenv("TERM");

	return diag_shows(DIAG_WARNINGS) && !context()->hosted && isatty(STDERR_FILENO) && kind &&
	       kind[0] != '\0' && !slice_equal(slice_from(kind), SLICE("dumb"));
}

/* False in the background, and in a library. */
static bool diag_has_terminal(void)
{
	pid_t group = context()->hosted ? -1 : tcgetpgrp(STDERR_FILENO);

	return !context()->hosted && (group <= 0 || group == getpgrp());
}

void diag_status(const char *format, ...)
{
	char line[ERASE_LEN + LIMIT_MESSAGE];
	va_list args;

	if (!diag_has_terminal())
		return;
	va_start(args, format);
	diag_put(line, compose(line + ERASE_LEN, format, args), true);
	va_end(args);
}

void diag_status_end(void)
{
	struct context *own = context();

	if (!diag_has_terminal())
		return;
	pthread_mutex_lock(&own->terminal);
	if (own->status_shown)
		diag_write_all(ERASE, ERASE_LEN);
	own->status_shown = false;
	pthread_mutex_unlock(&own->terminal);
}

/* Any thread: the code is written where messages are. */
static void diag_fail(int code, const char *format, va_list args)
{
	struct context *own = context();
	bool is_late;

	pthread_mutex_lock(&own->terminal);
	is_late = own->code == CODE_LIMIT;
	own->code = is_late ? CODE_LIMIT : code;
	pthread_mutex_unlock(&own->terminal);
	if (diag_shows(DIAG_ERRORS) && !is_late)
		say(DIAG_ERRORS, format, args);
}

void diag_error(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	diag_fail(CODE_DATA, format, args);
	va_end(args);
}

void diag_error_limit(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	diag_fail(CODE_LIMIT, format, args);
	va_end(args);
}

void diag_error_io(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	diag_fail(CODE_IO, format, args);
	va_end(args);
}

void diag_warn(const char *format, ...)
{
	va_list args;

	if (!diag_shows(DIAG_WARNINGS))
		return;
	va_start(args, format);
	say(DIAG_WARNINGS, format, args);
	va_end(args);
}

void diag_note(const char *format, ...)
{
	va_list args;

	if (!diag_shows(DIAG_NOTES))
		return;
	va_start(args, format);
	say(DIAG_NOTES, format, args);
	va_end(args);
}

void diag_on_death(void (*leave)(void))
{
	context()->leave = leave;
}

void diag_die(const char *format, ...)
{
	struct context *own = context();
	bool is_second;
	va_list args;

	while ((is_second = atomic_flag_test_and_set(&own->dying)) && !own->leave)
		pause(); /* another thread says why, and ends this one too */
	if (!is_second && diag_shows(DIAG_ERRORS)) {
		va_start(args, format);
		say(DIAG_ERRORS, format, args);
		va_end(args);
	}
	if (own->leave) {
		if (!is_second)
			atomic_flag_clear(&own->dying);
		own->leave();
	}
	if (own->clean)
		own->clean();
	quick_exit(EXIT_DATA); /* without destructors: other threads may go on */
}
