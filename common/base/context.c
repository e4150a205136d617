/* SPDX-License-Identifier: MIT */
#include "common/base/context.h"

#include <unistd.h>

static struct context program = {
	.tool = "flambeau",
	.terminal = PTHREAD_MUTEX_INITIALIZER,
	.dying = ATOMIC_FLAG_INIT,
};

static _Thread_local struct context *entered;

COLD struct context *context(void)
{
	return entered ? entered : &program;
}

COLD struct context *context_enter(struct context *next)
{
	struct context *before = entered;

	entered = next;
	return before;
}

static bool context_has_name(const struct context_source *source, const char *name)
{
	return source && (name ? source->name && strcmp(source->name, name) == 0 : !source->name);
}

COLD const struct context_source *context_source(const char *name)
{
	const struct context *own = context();
	size_t i;

	for (i = 0; i < own->source_count; i++) {
		if (context_has_name(own->sources[i], name))
			return own->sources[i];
	}
	return NULL;
}

COLD int context_input(void)
{
	const struct context_source *source = context_source(NULL);

	if (!context()->hosted)
		return STDIN_FILENO;
	return source ? source->fd : -1;
}

COLD int context_output(void)
{
	const struct context *own = context();

	if (!own->hosted)
		return STDOUT_FILENO;
	return own->sink ? own->sink->fd : -1;
}
