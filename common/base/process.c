/* SPDX-License-Identifier: MIT */
#include "common/base/process.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
#include <unistd.h>

#include "common/base/context.h"
#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/system/os.h"

static volatile sig_atomic_t noted;

static COLD void on_interrupt(int number)
{
	(void)number;
	noted = 1;
}

COLD void interrupt_bear(void)
{
	struct sigaction action = {
		.sa_handler = on_interrupt,
		.sa_flags = (int)(SA_RESTART | SA_RESETHAND), /* a second one ends it */
	};
	struct sigaction before;

	sigemptyset(&action.sa_mask);
	if (sigaction(SIGINT, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
		sigaction(SIGINT, &action, NULL);
}

COLD void interrupt_leave(void)
{
	struct sigaction action = {.sa_handler = SIG_DFL}, now;

	sigemptyset(&action.sa_mask);
	if (sigaction(SIGINT, NULL, &now) == 0 && now.sa_handler == on_interrupt)
		sigaction(SIGINT, &action, NULL);
}

COLD void interrupt_end(void)
{
	interrupt_leave();
	if (noted)
		raise(SIGINT);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards: */
static unsigned guards;
static struct sigaction before;

static char message[256]; /* composed before the handler is installed: it may only call write() */
static size_t message_size;

static COLD void on_bus_error(int signal)
{
	size_t at = 0;
	ssize_t n;

	(void)signal;
	while (at < message_size && (n = write(STDERR_FILENO, message + at, message_size - at)) > 0)
		at += (size_t)n;
	_exit(EXIT_DATA);
}

COLD void bus_guard_take(void)
{
	struct sigaction action = {.sa_handler = on_bus_error};
	int n;

	pthread_mutex_lock(&lock);
	if (guards++ == 0) {
		n = snprintf(message, sizeof(message),
			     "%s: a file became shorter while it was being read\n", diag_tool());
		message_size = diag_shows(DIAG_ERRORS) && n > 0 && (size_t)n < sizeof(message)
				       ? (size_t)n
				       : 0;
		sigemptyset(&action.sa_mask);
		sigaction(SIGBUS, &action, &before);
	}
	pthread_mutex_unlock(&lock);
}

COLD void bus_guard_leave(void)
{
	pthread_mutex_lock(&lock);
	if (--guards == 0)
		sigaction(SIGBUS, &before, NULL);
	pthread_mutex_unlock(&lock);
}

/*
 * A program's requests to the system for all of its memory, a limit and huge pages. A library makes
 * neither: the process is the host's.
 */

/*
 * Bytes that are worth a huge page, which costs as much as 25 to 100 small ones; and that
 * malloc() takes from the heap if it is asked to.
 */
enum { EXPECT_LEAST = 512 << 10, EXPECT_MOST = 16 << 20 };

/* The stacks of all but the first are room that is hardly ever used: they do not count. */
static uint64_t thread_stacks(unsigned threads)
{
	pthread_attr_t attributes;
	size_t size = 0;

	if (pthread_attr_init(&attributes) != 0)
		return 0;
	pthread_attr_getstacksize(&attributes, &size);
	pthread_attr_destroy(&attributes);
	return (uint64_t)size * (threads > 1 ? threads - 1 : 0);
}

COLD bool memory_limit(uint64_t bytes, unsigned threads)
{
	uint64_t room = thread_stacks(threads);
	struct rlimit limit;

	if (context()->hosted) {
		if (context()->memory_limit == 0 || bytes < context()->memory_limit)
			context()->memory_limit = bytes;
		return true;
	}
	if (getrlimit(RLIMIT_DATA, &limit) != 0)
		return false;
	room = bytes > UINT64_MAX - room ? UINT64_MAX : bytes + room;
	context()->memory_limit = bytes;
	if (room >=
	    limit.rlim_cur) /* stricter already; or no limit at all, which is a large number */
		return true;
	limit.rlim_cur = (rlim_t)room;
	return setrlimit(RLIMIT_DATA, &limit) == 0;
}

/* True if a limit on the address space or on the data segment is set. */
static bool is_limited(void)
{
	struct rlimit all, data;

	return getrlimit(RLIMIT_AS, &all) != 0 || getrlimit(RLIMIT_DATA, &data) != 0 ||
	       all.rlim_cur != RLIM_INFINITY || data.rlim_cur != RLIM_INFINITY;
}

COLD void memory_expect(size_t size)
{
	if (!context()->hosted && size >= EXPECT_LEAST && size <= EXPECT_MOST && !is_limited())
		os_heap_expect(size, EXPECT_MOST, MEMORY_HUGE);
}

COLD void memory_trim(void)
{
	if (!context()->hosted)
		os_heap_trim();
}
