/* SPDX-License-Identifier: MIT */
#include "common/diag.h"

#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

#include "common/utf8.h"

static const char *tool_name = "flambeau";
static int shown_level = DIAG_WARNINGS;

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

/* What a terminal may obey, or cannot show, becomes `?`. */
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

/* One line in one write: lines of several threads or programs do not mix. */
static void say(const char *format, va_list args)
{
	char line[LIMIT_MESSAGE];
	const char *from = line;
	int head = snprintf(line, sizeof(line), "%s: ", tool_name);
	size_t len = head > 0 ? (size_t)head : 0;
	int body;

	if (len > sizeof(line) - 2)
		len = sizeof(line) - 2;
	body = vsnprintf(line + len, sizeof(line) - len, format, args);
	if (body > 0)
		len += (size_t)body;
	if (len > sizeof(line) - 1)
		len = sizeof(line) - 1;
	len = make_harmless(line, len);
	line[len++] = '\n';
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

void diag_die(const char *format, ...)
{
	va_list args;

	if (shown_level >= DIAG_ERRORS) {
		va_start(args, format);
		say(format, args);
		va_end(args);
	}
	_exit(EXIT_DATA);
}
