/* SPDX-License-Identifier: MIT */
/*
 * quiet.h - a write in a process that belongs to others: SIGPIPE and SIGXFSZ, which a failed
 * write() raises in its thread, do not reach the process. Safe in a signal handler.
 */
#ifndef FLAMBEAU_QUIET_H
#define FLAMBEAU_QUIET_H

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/types.h>
#include <unistd.h>

#include "common/base/base.h"
#include "common/system/os.h"

struct quiet {
	sigset_t before; /* mask of the thread */
	bool pipe, size; /* already pending: they are not the write's */
};

/* Call it before the write. */
static inline struct quiet quiet_begin(void)
{
	struct quiet quiet;
	sigset_t signals;

	sigemptyset(&signals);
	sigaddset(&signals, SIGPIPE);
	sigaddset(&signals, SIGXFSZ);
	pthread_sigmask(SIG_BLOCK, &signals, &quiet.before);
	sigpending(&signals);
	quiet.pipe = sigismember(&signals, SIGPIPE) != 0;
	quiet.size = sigismember(&signals, SIGXFSZ) != 0;
	return quiet;
}

/* Call it after the write, which returned `result`. errno stays what it was. */
static inline void quiet_end(const struct quiet *quiet, ssize_t result)
{
	const int why = errno;
	sigset_t raised;

	sigemptyset(&raised);
	if (result < 0 && why == EPIPE && !quiet->pipe)
		sigaddset(&raised, SIGPIPE);
	if (result < 0 && why == EFBIG && !quiet->size)
		sigaddset(&raised, SIGXFSZ);
	if (result < 0 && (why == EPIPE || why == EFBIG))
		os_take_signals(&raised);
	pthread_sigmask(SIG_SETMASK, &quiet->before, NULL);
	errno = why;
}

static inline ssize_t quiet_write(int fd, const void *from, size_t size)
{
	const struct quiet quiet = quiet_begin();
	const ssize_t n = write(fd, from, size);

	quiet_end(&quiet, n);
	return n;
}

#endif
