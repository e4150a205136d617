/* SPDX-License-Identifier: MIT */
#include "common/base/context.h"

static struct context own = {
	.tool = "flambeau",
	.terminal = PTHREAD_MUTEX_INITIALIZER,
	.dying = ATOMIC_FLAG_INIT,
};

struct context *context(void)
{
	return &own;
}
