/* SPDX-License-Identifier: MIT */
#include "common/diag.h"

#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

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

/* One line in one write: lines of several threads or programs do not mix. */
static void say(const char *format, va_list args)
{
	char line[LIMIT_MESSAGE];
	const char *from = line;
	int head = snprintf(line, sizeof(line), "%s: ", tool_name);
	size_t len = head > 0 ? (size_t)head : 0, i;
	int body;

	if (len > sizeof(line) - 2)
		len = sizeof(line) - 2;
	body = vsnprintf(line + len, sizeof(line) - len, format, args);
	if (body > 0)
		len += (size_t)body;
	if (len > sizeof(line) - 1)
		len = sizeof(line) - 1;
	for (i = 0; i < len; i++) {
		if ((unsigned char)line[i] < 0x20 || line[i] == 0x7F)
			line[i] = '?';
	}
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
