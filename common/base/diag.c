/* SPDX-License-Identifier: MIT */
#include "common/base/diag.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <unistd.h>

#include "common/base/utf8.h"

static const char *tool_name = "flambeau";
static int shown_level = DIAG_WARNINGS;
static void (*leave_instead)(void);

#define ERASE "\r\033[K"
enum { ERASE_LEN = sizeof(ERASE) - 1 };

static pthread_mutex_t terminal = PTHREAD_MUTEX_INITIALIZER; /* guards the terminal's line: */
static bool status_shown;

void diag_init(const char *tool)
{
	tool_name = tool;
}

void diag_set_level(int level)
{
	shown_level = level;
}

bool diag_shows(int level)
{
	return shown_level >= level;
}

const char *diag_tool(void)
{
	return tool_name;
}

/* Replace characters that control a terminal, or that it cannot show, by `?`. */
static size_t make_harmless(char *line, size_t len)
{
	struct slice rest = slice_of(line, len);
	size_t out = 0;

	while (rest.len > 0) {
		const char *from = rest.ptr;
		uint32_t code = utf8_next(&rest);
		size_t size = (size_t)(rest.ptr - from);

		if (code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0xFFFD) {
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
	int head = snprintf(line, LIMIT_MESSAGE, "%s: ", tool_name);
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

static void write_all(const char *from, size_t len)
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
static void put(char *line, size_t len, bool is_status)
{
	pthread_mutex_lock(&terminal);
	if (!is_status)
		line[ERASE_LEN + len++] = '\n';
	if (is_status || status_shown)
		write_all(memcpy(line, ERASE, ERASE_LEN), ERASE_LEN + len);
	else
		write_all(line + ERASE_LEN, len);
	status_shown = is_status;
	pthread_mutex_unlock(&terminal);
}

static void say(const char *format, va_list args)
{
	char line[ERASE_LEN + LIMIT_MESSAGE];

	put(line, compose(line + ERASE_LEN, format, args), false);
}

bool diag_shows_status(void)
{
	const char *kind = getenv("TERM");

	return diag_shows(DIAG_WARNINGS) && isatty(STDERR_FILENO) && kind && kind[0] != '\0' &&
	       !slice_equal(slice_from(kind), SLICE("dumb"));
}

static bool is_in_background(void)
{
	pid_t group = tcgetpgrp(STDERR_FILENO);

	return group > 0 && group != getpgrp();
}

void diag_status(const char *format, ...)
{
	char line[ERASE_LEN + LIMIT_MESSAGE];
	va_list args;

	if (is_in_background())
		return;
	va_start(args, format);
	put(line, compose(line + ERASE_LEN, format, args), true);
	va_end(args);
}

void diag_status_end(void)
{
	if (is_in_background())
		return;
	pthread_mutex_lock(&terminal);
	if (status_shown)
		write_all(ERASE, ERASE_LEN);
	status_shown = false;
	pthread_mutex_unlock(&terminal);
}

void diag_error(const char *format, ...)
{
	va_list args;

	if (shown_level < DIAG_ERRORS)
		return;
	va_start(args, format);
	say(format, args);
	va_end(args);
}

void diag_warn(const char *format, ...)
{
	va_list args;

	if (shown_level < DIAG_WARNINGS)
		return;
	va_start(args, format);
	say(format, args);
	va_end(args);
}

void diag_note(const char *format, ...)
{
	va_list args;

	if (shown_level < DIAG_NOTES)
		return;
	va_start(args, format);
	say(format, args);
	va_end(args);
}

void diag_on_death(void (*leave)(void))
{
	leave_instead = leave;
}

void diag_die(const char *format, ...)
{
	static atomic_flag dying = ATOMIC_FLAG_INIT;
	va_list args;

	while (atomic_flag_test_and_set(&dying))
		pause(); /* another thread prints its message, and ends this one too */
	if (shown_level >= DIAG_ERRORS) {
		va_start(args, format);
		say(format, args);
		va_end(args);
	}
	if (leave_instead) {
		atomic_flag_clear(&dying);
		leave_instead();
	}
	quick_exit(EXIT_DATA); /* other threads may go on: no destructors, but see output.c */
}
