/* SPDX-License-Identifier: MIT */
#include "render/terminal/events.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "common/base/child.h"
#include "common/base/diag.h"

#ifndef SIGWINCH
#define SIGWINCH 28
#endif

static const int ending[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT};

/* A handler has nothing but what is here: the pipe that wakes events_wait(). */
static int wake[2] = {-1, -1};

static void note_signal(int signal)
{
	const int problem = errno;
	const unsigned char number = (unsigned char)signal;

	if (write(wake[1], &number, 1) < 0)
		errno = problem; /* the pipe is full of signals: one of them will do */
	errno = problem;
}

bool events_begin(void)
{
	struct sigaction action = {.sa_handler = note_signal};
	size_t i;

	if (!child_pipe(wake)) {
		diag_error("pipe: %s", strerror(errno));
		return false;
	}
	fcntl(wake[0], F_SETFL, O_NONBLOCK);
	fcntl(wake[1], F_SETFL, O_NONBLOCK);
	sigemptyset(&action.sa_mask);
	for (i = 0; i < ARRAY_LEN(ending); i++)
		sigaction(ending[i], &action, NULL);
	sigaction(SIGWINCH, &action, NULL);
	action.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &action, NULL);
	return true;
}

static void take_signals(struct events *events)
{
	unsigned char number;

	while (read(wake[0], &number, 1) == 1) {
		if (number == SIGWINCH)
			events->resized = true;
		else
			events->signal = number;
	}
}

void events_wait(struct events *events, int keys, int input)
{
	struct pollfd fds[] = {{wake[0], POLLIN, 0}, {keys, POLLIN, 0}, {input, POLLIN, 0}};

	*events = (struct events){.keys = false};
	if (poll(fds, ARRAY_LEN(fds), -1) < 0)
		return;
	take_signals(events);
	events->keys = (fds[1].revents & POLLIN) != 0;
	if (fds[1].revents & (POLLHUP | POLLERR | POLLNVAL) && !events->keys)
		events->signal = SIGHUP; /* the terminal is gone */
	events->input = fds[2].revents != 0;
}

void events_die(int number)
{
	signal(number, SIG_DFL);
	raise(number);
	_exit(128 + number);
}
