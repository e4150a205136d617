/* SPDX-License-Identifier: MIT */
/*
 * function_kinds.h - what functions do, recognised by their names: functions of the kernel, of libc and
 * of run-time systems.
 */
#ifndef FLAMBEAU_FUNCTION_KINDS_H
#define FLAMBEAU_FUNCTION_KINDS_H

#include "common/base/slice.h"

enum function_kind {
	FUNCTION_LOCK,      /* takes a lock that may have to be waited for */
	FUNCTION_FUTEX,     /* waits in the kernel for another thread */
	FUNCTION_CONDITION, /* waits for work or an event: no lock, whatever it calls */
	FUNCTION_COLLECTS,  /* collects garbage */
	FUNCTION_ALLOCATES,
	FUNCTION_THROWS, /* unwinds the stack for an exception */
	FUNCTION_FAULTS, /* makes a page present */
	FUNCTION_KERNEL,
	FUNCTION_IDLE, /* an idle processor */
	FUNCTION_DISK,
	FUNCTION_NETWORK,
	FUNCTION_SLEEPS,
	FUNCTION_PIPES,
	FUNCTION_CHILDREN, /* waits for a process to end */
	FUNCTION_POLLS,
	FUNCTION_SWITCHES,   /* gives its processor away: the leaf of what waits */
	FUNCTION_INTERPRETS, /* runs another program: calls itself for each of its calls */
	FUNCTION_KINDS,
};

#define FUNCTION_BIT(kind) (1u << (kind))

/* The kinds of a function, as bits. */
unsigned function_kinds_of(struct slice name);

/* Values of the label `state`, for what threads do: those of blocked say what they wait for. */
enum thread_state {
	THREAD_RUNNING,
	THREAD_RUNNABLE,
	THREAD_BLOCKED, /* nothing shows on what */
	THREAD_BLOCKED_LOCK,
	THREAD_BLOCKED_IO,
	THREAD_BLOCKED_NET,
	THREAD_BLOCKED_PIPE,
	THREAD_BLOCKED_CHILD,
	THREAD_BLOCKED_FAULT,
	THREAD_BLOCKED_POLL,
	THREAD_BLOCKED_SLEEP,
	THREAD_BLOCKED_OTHER, /* in a function of the kernel that no other value is for */
	THREAD_STATES,
};

/* "running", "blocked", "blocked:lock". */
struct slice thread_state_name(enum thread_state state);

#endif
