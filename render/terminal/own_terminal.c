/* SPDX-License-Identifier: MIT */
#include "render/terminal/own_terminal.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "common/base/slice.h"

/* The parent of a process by /proc/PID/stat, "PID (NAME) STATE PARENT ..."; 0: unknown. */
static pid_t own_terminal_parent_of(pid_t process)
{
	char path[64], text[256];
	struct slice rest, word;
	uint64_t parent = 0;
	ssize_t n = -1;
	int fd;

	snprintf(path, sizeof(path), "/proc/%ld/stat", (long)process);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	n = read(fd, text, sizeof(text));
	close(fd);
	rest = slice_of(text, n > 0 ? (size_t)n : 0);
	if (slice_rfind(rest, ')') == SLICE_NONE)
		return 0;
	rest = slice_tail(rest, slice_rfind(rest, ')') + 1);
	if (slice_word(&rest, &word) && slice_word(&rest, &word) && slice_to_u64(word, &parent) &&
	    parent <= INT32_MAX)
		return (pid_t)parent;
	return 0;
}

/* True if a child of this job leads the group. */
static bool is_of_job(pid_t group)
{
	const pid_t parent = own_terminal_parent_of(group);

	return parent > 0 && getpgid(parent) == getpgrp();
}

/* A process of a background group may do that if it does not get SIGTTOU for it. */
static bool become_foreground(int terminal)
{
	sigset_t stop, before;
	bool good;

	sigemptyset(&stop);
	sigaddset(&stop, SIGTTOU);
	sigprocmask(SIG_BLOCK, &stop, &before);
	good = tcsetpgrp(terminal, getpgrp()) == 0;
	sigprocmask(SIG_SETMASK, &before, NULL);
	return good;
}

/* A read or a setting between the check and the stop fails, instead of stopping the job. */
void own_terminal_begin(void)
{
	signal(SIGTTIN, SIG_IGN);
	signal(SIGTTOU, SIG_IGN);
}

enum own_terminal own_terminal_take(int terminal)
{
	pid_t group = tcgetpgrp(terminal);

	if (group < 0 || group == getpgrp())
		return OWN_TERMINAL_KEPT;
	if (is_of_job(group))
		return become_foreground(terminal) ? OWN_TERMINAL_TAKEN : OWN_TERMINAL_LOST;
	signal(SIGTTIN, SIG_DFL);
	kill(0, SIGTTIN); /* as the kernel does: the whole job stops until it is continued */
	signal(SIGTTIN, SIG_IGN);
	group = tcgetpgrp(terminal);
	return group < 0 || group == getpgrp() ? OWN_TERMINAL_TAKEN : OWN_TERMINAL_LOST;
}
