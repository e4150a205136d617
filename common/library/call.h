/* SPDX-License-Identifier: MIT */
/*
 * call.h - one call of the library. The programs' objects are linked as they are, but what they ask
 * of libc goes to seam_*() (seam.syms), which find the call of the thread here: a call has its
 * heap, its standard streams, its threads and its end, as a program has.
 *
 * Failure (diag_die(): memory is out) leaves the call: the thread unlocks what it holds and jumps
 * to where it began; the other threads do so at their next seam. When all have ended, the call
 * gives back what it owns: heap.h.
 */
#ifndef FLAMBEAU_CALL_H
#define FLAMBEAU_CALL_H

#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <sys/types.h>

#include "common/base/context.h"
#include "common/library/flambeau.h"
#include "common/library/heap.h"

enum {
	CALL_HELD = 8,     /* mutexes that a thread holds at once, at most */
	CALL_SOURCES = 64, /* operands of a program */
	CALL_LEFT = -1,    /* instead of an exit code */
};

/* A source: a descriptor, memory, or a function. */
struct flambeau_source {
	const char *name; /* as an operand; NULL: standard input */
	int fd;           /* -1: memory, or `read` */
	const char *ptr;
	size_t len, at;
	flambeau_read_fn *read;
	void *context;
};

struct flambeau_sink {
	int fd; /* -1: `write`, or memory */
	flambeau_write_fn *write;
	void *context;
	char **ptr; /* memory */
	size_t *len;
	size_t cap;
};

struct guest_thread {
	struct guest_thread *next;
	struct call *call;
	pthread_t id;
	void *(*work)(void *argument);
	void *argument;
	bool joined;
};

enum { CALL_ERRORS = 256 }; /* larger than any errno */

struct call {
	struct context context; /* the first member: context() is cast to the call */
	struct heap own;        /* what the call gets and does not keep */
	struct heap *heap;      /* where it goes: `own`, or that of a profile */

	struct flambeau_source
		*sources[CALL_SOURCES]; /* [0] is standard input; entries may be NULL */
	size_t source_count;
	struct flambeau_sink *sink; /* may be NULL */

	pthread_mutex_t lock; /* guards all below, and sources and sinks */
	struct guest_thread *threads;
	flambeau_note_fn *note;
	void *note_context;
	char message[sizeof(((flambeau_error *)0)->message)]; /* the last error */
	bool failed_with[CALL_ERRORS]; /* by errno: a descriptor or path failed with it */

	atomic_bool left; /* a thread has left: all have to */
};

/* A thread that works for a call. */
struct seat {
	struct call *call;
	struct seat *before; /* of the same thread: a callback has called the library */
	bool is_caller;      /* else a thread of the call */
	jmp_buf way_out;
	pthread_mutex_t *held[CALL_HELD];
	unsigned held_count;
};

/* The seat of this thread; NULL outside of calls. */
struct seat *seat_get(void);
void seat_set(struct seat *seat);

/* Initialise a call that has no sources, no sink, and no function that gets its notes. */
void call_begin(struct call *call);

/*
 * work(of), whose exit code is returned, or CALL_LEFT. Then threads have ended, streams are closed.
 */
int call_run(struct call *call, int (*work)(void *of), void *of);

/* Give back what the call owns; fill `error` (may be NULL) unless the code is 0. True if it is. */
bool call_end(struct call *call, int code, flambeau_error *error);

/* Leave the call that this thread works for. */
_Noreturn void call_leave(void);

/* Leave it if another thread has. */
static inline void call_check(const struct seat *seat)
{
	if (UNLIKELY(atomic_load_explicit(&seat->call->left, memory_order_relaxed)))
		call_leave();
}

/* Pass a note to the call's function for notes, if it has one. Any thread. */
void call_note(struct call *call, int level, const char *text);

/* Release a sink (may be NULL); the memory of a failed call, too. False if memory is out. */
bool sink_end(flambeau_sink *sink, bool good);

/* Fill `error`, which may be NULL. Returns false. */
bool error_set(flambeau_error *error, int code, const char *format, ...) PRINTF_LIKE(3, 4);

#endif
