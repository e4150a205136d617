/* SPDX-License-Identifier: MIT */
#include "common/io/bus_guard.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "common/base/diag.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards: */
static unsigned guards;
static struct sigaction before;

static char message[256]; /* composed before the handler is installed: it may only call write() */
static size_t message_size;

static void on_bus_error(int signal)
{
	size_t at = 0;
	ssize_t n;

	(void)signal;
	while (at < message_size && (n = write(STDERR_FILENO, message + at, message_size - at)) > 0)
		at += (size_t)n;
	_exit(EXIT_DATA);
}

void bus_guard_take(void)
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

void bus_guard_leave(void)
{
	pthread_mutex_lock(&lock);
	if (--guards == 0)
		sigaction(SIGBUS, &before, NULL);
	pthread_mutex_unlock(&lock);
}
