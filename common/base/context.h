/* SPDX-License-Identifier: MIT */
/*
 * context.h - what a program has once: how much it says and where, its standard streams, what it
 * must clean up before it ends, its limit of memory. A program has one context. libflambeau has one
 * per call, which the threads of the call have entered.
 */
#ifndef FLAMBEAU_CONTEXT_H
#define FLAMBEAU_CONTEXT_H

#include <pthread.h>
#include <stdatomic.h>

#include "common/base/base.h"

struct memory_use;
struct output;

struct context {
	/* diag.c */
	const char *tool;         /* in front of messages */
	int level;                /* enum diag_level */
	pthread_mutex_t terminal; /* guards `status_shown` and writes to stderr */
	bool status_shown;        /* the last line on the terminal is a status */
	atomic_flag dying;        /* a thread is in diag_die() */
	void (*clean)(void);      /* diag_die() calls it before it ends the program; may be NULL */
	void (*leave)(void);      /* diag_die() calls it instead of ending; may be NULL */

	/* Gets messages, without the tool's name, instead of stderr; may be NULL. Any thread. */
	void (*message)(int level, struct context *context, const char *text, size_t len);

	/* output.c: files that `clean` removes */
	struct output *unfinished;

	/* memory.c */
	uint64_t memory_limit; /* bytes, 0: none */
	void (*memory_use)(const void *context, struct memory_use *use);
	const void *memory_use_context;

	/* program.c: clear this, and return, once the command line is known to be right. */
	bool only_options;
};

/* The context that this thread has entered; else that of the program. */
struct context *context(void);

/*
 * Enter a context; NULL: that of the program. Returns the one before, or NULL, to be entered again
 * afterwards. A thread that a call starts enters the context of its creator.
 */
struct context *context_enter(struct context *context);

#endif
