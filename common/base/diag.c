/* SPDX-License-Identifier: MIT */
#include "common/base/diag.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <unistd.h>

#include "common/base/context.h"
#include "common/base/utf8.h"
#include "common/system/os.h"

#define ERASE "\r\033[K"
enum { ERASE_LEN = sizeof(ERASE) - 1 };

COLD void diag_init(const char *tool)
{
	context()->tool = tool;
}

COLD void diag_set_level(int level)
{
	context()->level = level;
}

COLD bool diag_shows(int level)
{
	return context()->level >= level;
}

COLD const char *diag_tool(void)
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

/* What a library returns for an error, besides its message. */
struct diag_error {
	enum diag_code code;
	struct slice input; /* empty: none */
	unsigned long long line;
};

/* The new length of a line of which snprintf() has written, or cut, `more` bytes at its end. */
static size_t diag_grow(size_t len, int more)
{
	len += more > 0 ? (size_t)more : 0;
	return len < LIMIT_MESSAGE ? len : LIMIT_MESSAGE - 1;
}

/* "tool: INPUT:LINE: text" without LF, harmless and cut; its length. `error` may be NULL. */
static size_t compose(char line[LIMIT_MESSAGE], const struct diag_error *error, const char *format,
		      va_list args)
{
	size_t len = diag_grow(0, snprintf(line, LIMIT_MESSAGE, "%s: ", context()->tool));

	if (error && error->input.len > 0)
		len = diag_grow(len, snprintf(line + len, LIMIT_MESSAGE - len, "%.*s",
					      SLICE_ARG(error->input)));
	if (error && error->line > 0)
		len = diag_grow(len,
				snprintf(line + len, LIMIT_MESSAGE - len, ":%llu", error->line));
	if (error && error->input.len > 0)
		len = diag_grow(len, snprintf(line + len, LIMIT_MESSAGE - len, ": "));
	len = diag_grow(len, vsnprintf(line + len, LIMIT_MESSAGE - len, format, args));
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

static void diag_keep(struct context *own, const struct diag_error *error)
{
	int len = snprintf(own->input, sizeof(own->input), "%.*s", SLICE_ARG(error->input));

	if (len >= (int)sizeof(own->input))
		len = sizeof(own->input) - 1;
	own->input[make_harmless(own->input, len > 0 ? (size_t)len : 0)] = '\0';
	own->line = error->line;
	own->code = (int)error->code;
}

/*
 * Pass a message to what a library has instead of stderr, with the error that it is of (NULL: of
 * none). Drop errors that follow from a limit.
 */
static void diag_pass(int level, const struct diag_error *error, const char *text)
{
	struct context *own = context();

	pthread_mutex_lock(&own->terminal);
	if (!error || own->code != CODE_LIMIT) {
		if (error)
			diag_keep(own, error);
		if (diag_shows(level) || level == DIAG_LINES)
			own->message(level, own, text);
	}
	pthread_mutex_unlock(&own->terminal);
}

static void say(int level, const struct diag_error *error, const char *format, va_list args)
{
	char line[ERASE_LEN + LIMIT_MESSAGE];
	const size_t len = compose(line + ERASE_LEN, error, format, args);
	struct context *own = context();
	size_t skip = strlen(own->tool) + 2;

	if (!own->message) {
		diag_put(line, len, false);
		return;
	}
	if (skip > len)
		skip = len;
	line[ERASE_LEN + len] = '\0';
	diag_pass(level, error, line + ERASE_LEN + skip);
}

COLD void diag_lines(const char *text)
{
	if (context()->message)
		diag_pass(DIAG_LINES, NULL, text);
	else
		diag_write_all(text, strlen(text));
}

COLD bool diag_shows_status(void)
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

COLD void diag_status(const char *format, ...)
{
	char line[ERASE_LEN + LIMIT_MESSAGE];
	va_list args;

	if (!diag_has_terminal())
		return;
	va_start(args, format);
	diag_put(line, compose(line + ERASE_LEN, NULL, format, args), true);
	va_end(args);
}

COLD void diag_status_end(void)
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

static void diag_fail(const struct diag_error *error, const char *format, va_list args)
{
	if (context()->message || diag_shows(DIAG_ERRORS))
		say(DIAG_ERRORS, error, format, args);
}

COLD void diag_error(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	diag_fail(&(struct diag_error){.code = CODE_DATA}, format, args);
	va_end(args);
}

COLD void diag_error_at(enum diag_code code, struct slice input, unsigned long long line,
			const char *format, ...)
{
	va_list args;

	va_start(args, format);
	diag_fail(&(struct diag_error){code, input, line}, format, args);
	va_end(args);
}

COLD void diag_error_limit(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	diag_fail(&(struct diag_error){.code = CODE_LIMIT}, format, args);
	va_end(args);
}

COLD void diag_error_io(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	diag_fail(&(struct diag_error){.code = CODE_IO}, format, args);
	va_end(args);
}

COLD void diag_warn(const char *format, ...)
{
	va_list args;

	if (!diag_shows(DIAG_WARNINGS))
		return;
	va_start(args, format);
	say(DIAG_WARNINGS, NULL, format, args);
	va_end(args);
}

COLD void diag_note(const char *format, ...)
{
	va_list args;

	if (!diag_shows(DIAG_NOTES))
		return;
	va_start(args, format);
	say(DIAG_NOTES, NULL, format, args);
	va_end(args);
}

COLD void diag_on_death(void (*leave)(void))
{
	context()->leave = leave;
}

COLD void diag_die(const char *format, ...)
{
	struct context *own = context();
	bool is_second;
	va_list args;

	while ((is_second = atomic_flag_test_and_set(&own->dying)) && !own->leave)
		pause(); /* another thread says why, and ends this one too */
	if (!is_second && diag_shows(DIAG_ERRORS)) {
		va_start(args, format);
		say(DIAG_ERRORS, NULL, format, args);
		va_end(args);
	}
	if (own->leave) {
		if (!is_second)
			atomic_flag_clear(&own->dying);
		own->leave();
	}
	if (own->clean)
		own->clean();
	os_exit(EXIT_DATA); /* without destructors: other threads may go on */
}
