/* SPDX-License-Identifier: MIT */
#include "common/base/context.h"

static struct context program = {
	.tool = "flambeau",
	.terminal = PTHREAD_MUTEX_INITIALIZER,
	.dying = ATOMIC_FLAG_INIT,
};

static _Thread_local struct context *entered;

struct context *context(void)
{
	return entered ? entered : &program;
}

struct context *context_enter(struct context *next)
{
	struct context *before = entered;

	entered = next;
	return before;
}
