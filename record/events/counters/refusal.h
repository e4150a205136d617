/* SPDX-License-Identifier: MIT */
/*
 * refusal.h - why the kernel does not let a program record, and what helps: facts in, a sentence
 * out.
 */
#ifndef FLAMBEAU_REFUSAL_H
#define FLAMBEAU_REFUSAL_H

#include "common/base/buf.h"

enum { REFUSAL_NO_LEVEL = -100 }; /* kernel.perf_event_paranoid cannot be read */

/* The target of the recording. */
enum refusal_scope {
	REFUSAL_COMMAND, /* a command that was started for it */
	REFUSAL_PROCESS, /* processes or threads that ran already */
	REFUSAL_MACHINE, /* all that runs */
};

struct refusal {
	int error;          /* errno */
	struct slice event; /* its name */
	bool is_tracepoint;
	bool needs_kernel; /* it is of no use without what happens in the kernel */
	enum refusal_scope scope;
	uint64_t descriptors; /* needed by the recording */

	/* the machine: refusal_look() */
	int paranoid;     /* kernel.perf_event_paranoid */
	bool is_filtered; /* system calls go through a filter (seccomp), as in containers */
	bool is_root;
	uint64_t most_descriptors; /* RLIMIT_NOFILE */
	uint64_t locked_memory;    /* bytes, RLIMIT_MEMLOCK */
	uint64_t ring_memory;      /* bytes a CPU for users, kernel.perf_event_mlock_kb */
};

/* Fill in what this machine is like. */
void refusal_look(struct refusal *refusal);

/* Append what perf_event_open() refused, and what to do about it; one line without LF. */
void refusal_explain(struct buf *line, const struct refusal *refusal);

/* Explain why a ring buffer could not be mapped, like refusal_explain(). */
void refusal_explain_ring(struct buf *line, const struct refusal *refusal);

#endif
