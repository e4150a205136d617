/* SPDX-License-Identifier: MIT */
#include "common/io/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t noted;

static void on_interrupt(int number)
{
	(void)number;
	noted = 1;
}

void interrupt_bear(void)
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

void interrupt_leave(void)
{
	struct sigaction action = {.sa_handler = SIG_DFL}, now;

	sigemptyset(&action.sa_mask);
	if (sigaction(SIGINT, NULL, &now) == 0 && now.sa_handler == on_interrupt)
		sigaction(SIGINT, &action, NULL);
}

void interrupt_end(void)
{
	interrupt_leave();
	if (noted)
		raise(SIGINT);
}
