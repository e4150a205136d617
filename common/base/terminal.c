/* SPDX-License-Identifier: MIT */
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE /* the size of a terminal, which POSIX has since 2024 only */
#endif
#include "common/base/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

const char *const terminal_when_names[] = {"auto", "always", "never", NULL};

struct slice terminal_environment(const char *name)
{
	const char *value = getenv(name);

	return slice_from(value ? value : "");
}

bool terminal_is(int fd)
{
	struct slice kind = terminal_environment("TERM");

	return isatty(fd) && kind.len > 0 && !slice_equal(kind, SLICE("dumb"));
}

static uint64_t size_of_terminal(int fd)
{
#ifdef TIOCGWINSZ
	struct winsize size;

	if (isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0)
		return size.ws_col;
#else
	(void)fd;
#endif
	return 0;
}

size_t terminal_columns(int fd, uint64_t wanted)
{
	uint64_t columns = wanted;

	if (columns == 0 && !slice_to_u64(terminal_environment("COLUMNS"), &columns))
		columns = 0;
	if (columns == 0)
		columns = size_of_terminal(fd);
	if (columns == 0)
		columns = TERMINAL_COLUMNS;
	if (columns < TERMINAL_LEAST)
		columns = TERMINAL_LEAST;
	return columns > TERMINAL_MOST ? TERMINAL_MOST : (size_t)columns;
}
