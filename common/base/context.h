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

#include "common/base/slice.h"

struct memory_use;
struct output;

/* What a library reads instead of standard input, or of a file that is named as an operand. */
struct context_source {
	const char *name;   /* the operand; NULL: standard input */
	int fd;             /* stays open; -1: read(), or `bytes` */
	struct slice bytes; /* if read() is NULL */

	/* As read(2). By one thread at a time. */
	ssize_t (*read)(void *of, char *to, size_t size);
	void *of;
};

/* What a library writes to instead of standard output. */
struct context_sink {
	const char *path; /* as of output_open(); NULL: fd */
	int fd;           /* stays open; -1: write() */

	/* Writes all of it; false, with errno, if that fails. By one thread at a time. */
	bool (*write)(void *of, const char *from, size_t size);
	void *of;
};

struct context {
	/*
	 * The process is another program's: it has the standard streams, the terminal and the
	 * signals. `message` is set then, and sources and sink are instead of the streams.
	 */
	bool hosted;
	const struct context_source *const *sources; /* entries may be NULL */
	size_t source_count;
	const struct context_sink *sink; /* NULL: output is dropped */

	/* diag.c */
	const char *tool;         /* in front of messages */
	int level;                /* enum diag_level */
	atomic_int code;          /* enum diag_code, of the last error */
	char input[256];          /* the input of the last error, empty: of none */
	unsigned long long line;  /* of the input, 0: of none */
	pthread_mutex_t terminal; /* guards `status_shown`, stderr, `message`, errors */
	bool status_shown;        /* the last line on the terminal is a status */
	atomic_flag dying;        /* a thread is in diag_die() */
	void (*clean)(void);      /* diag_die() calls it before it ends the program; may be NULL */
	void (*leave)(void);      /* diag_die() calls it instead of ending; may be NULL */

	/*
	 * Gets messages, without the tool's name, instead of stderr; may be NULL. Any thread, one
	 * at a time. Must not allocate.
	 */
	void (*message)(int level, struct context *context, const char *text);

	/* output.c: files that `clean` removes */
	struct output *unfinished;

	/* memory.c */
	uint64_t memory_limit;    /* bytes, 0: none */
	double deadline;          /* hosted: by clock_seconds(); 0: none */
	atomic_llong memory_used; /* hosted: bytes of arenas */
	void (*memory_use)(const void *context, struct memory_use *use);
	const void *memory_use_context;

	/* program.c: clear this, and return, once the command line is known to be right. */
	bool only_options;
};

/*
 * The source that a hosted context has for an operand (NULL: standard input); NULL if it has none,
 * as a program never has.
 */
const struct context_source *context_source(const char *name);

/* The descriptor of standard input, of output; -1 where a library has another source or sink. */
int context_input(void);
int context_output(void);

/* The context that this thread has entered; else that of the program. */
struct context *context(void);

/*
 * Enter a context; NULL: that of the program. Returns the one before, or NULL, to be entered again
 * afterwards. A thread that a call starts enters the context of its creator.
 */
struct context *context_enter(struct context *context);

#endif
