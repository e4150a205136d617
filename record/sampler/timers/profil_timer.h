/* SPDX-License-Identifier: MIT */
/*
 * profil_timer.h - SIGPROF at a rate of the CPU time of the process, delivered to a running thread;
 * if asked for, also at a rate of each thread's CPU time. An older disposition and timer are kept.
 *
 * A timer of timer_create() ends with the program at exec, pending signals too; one of setitimer()
 * goes on and would end the next program before it has a handler. But before Linux 6.4 the first
 * sends all signals to the main thread.
 */
#ifndef FLAMBEAU_PROFIL_TIMER_H
#define FLAMBEAU_PROFIL_TIMER_H

#include <signal.h>
#include <sys/time.h>
#include <time.h>

#include "record/sampler/timers/thread_timers.h"

typedef void profil_timer_fn(int number, siginfo_t *info, void *context);

struct profil_timer {
	bool is_posix, by_thread;
	timer_t id; /* if it is */
	struct thread_timers threads;
	profil_timer_fn *handler;
	struct sigaction old_action;
	struct itimerval old_timer;
};

/* True if this kernel sends the signal of a timer of timer_create() to the running thread. */
bool profil_timer_posix_is_good(void);

/* False, with errno set, and nothing changed, if the system refuses. */
bool profil_timer_start(struct profil_timer *timer, unsigned hz, profil_timer_fn *handler);

/* In the child after a fork, which has no timers; the disposition is inherited. */
bool profil_timer_again(struct profil_timer *timer, unsigned hz);

/*
 * In the handler: is this signal a sample? It is not if the thread's own timer counts. *late is the
 * number of further expirations, which are lost.
 */
bool profil_timer_counts(struct profil_timer *timer, const siginfo_t *info, uint64_t *late);

/* In the handler: have this signal once more, at the next tick. False: that cannot be. */
bool profil_timer_repeat(struct profil_timer *timer, const siginfo_t *info);

/*
 * No signal of the timer arrives after this, and no thread is in profil_timer_counts(). A
 * disposition that is no longer ours is left alone.
 */
void profil_timer_stop(struct profil_timer *timer);

#endif
