/* SPDX-License-Identifier: MIT */
#include "record/child/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "common/base/child.h"

enum { MOST_FILES = 64 };

/* A handler has no argument of ours: these cannot be anywhere else. */
static int wake[2] = {-1, -1};
static volatile sig_atomic_t wanted, wanted_for_us, ever_wanted;

static COLD void signals_on_signal(int signal, siginfo_t *info, void *context)
{
	int saved = errno;

	(void)context;
	if (signal != SIGCHLD) {
		wanted = signal;
		wanted_for_us = info->si_code <= 0; /* by kill() and the like, not by the kernel */
		ever_wanted = 1;
	}
	if (write(wake[1], "", 1) < 0)
		errno = 0; /* full: it wakes up anyway */
	errno = saved;
}

static bool catch_signal(int signal)
{
	struct sigaction action = {.sa_flags = SA_SIGINFO}, old;

	if (signal == SIGCHLD)
		action.sa_flags |= SA_RESTART; /* the others interrupt open() of a FIFO */
	action.sa_sigaction = signals_on_signal;
	sigemptyset(&action.sa_mask);
	if (sigaction(signal, NULL, &old) != 0)
		return false;
	if (signal != SIGCHLD && old.sa_handler == SIG_IGN)
		return true;
	return sigaction(signal, &action, NULL) == 0;
}

COLD bool signals_begin(void)
{
	return child_pipe(wake) && fcntl(wake[0], F_SETFL, O_NONBLOCK) == 0 &&
	       fcntl(wake[1], F_SETFL, O_NONBLOCK) == 0 && catch_signal(SIGCHLD) &&
	       catch_signal(SIGINT) && catch_signal(SIGTERM) && catch_signal(SIGHUP);
}

COLD void signals_wait(struct pollfd *files, size_t count, double seconds)
{
	struct pollfd all[MOST_FILES + 1];
	char taken[64];
	size_t i;

	for (i = 0; i < count && i < MOST_FILES; i++)
		all[i] = files[i];
	all[i] = (struct pollfd){.fd = wake[0], .events = POLLIN};
	if (poll(all, (nfds_t)(i + 1), seconds < 0 ? -1 : (int)(seconds * 1000) + 1) < 0) {
		for (i = 0; i < count; i++)
			files[i].revents = 0;
		return;
	}
	while (read(wake[0], taken, sizeof(taken)) > 0)
		;
	for (i = 0; i < count && i < MOST_FILES; i++)
		files[i].revents = all[i].revents;
}

COLD struct signals_stop signals_take(void)
{
	struct signals_stop stop = {wanted, wanted_for_us};

	wanted = 0;
	return stop;
}

COLD bool signals_stopped(void)
{
	return ever_wanted;
}
