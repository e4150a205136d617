/* SPDX-License-Identifier: MIT */
/*
 * timers.h - SIGPROF at a rate of the CPU time of the process, delivered to a running thread;
 * if asked for, also at a rate of each thread's CPU time. An older disposition and timer are kept.
 *
 * A timer of timer_create() ends with the program at exec, pending signals too; one of setitimer()
 * goes on and would end the next program before it has a handler. But before Linux 6.4 the first
 * sends all signals to the main thread.
 */
#ifndef FLAMBEAU_TIMERS_H
#define FLAMBEAU_TIMERS_H

#include <signal.h>
#include <sys/time.h>
#include <time.h>

#include "common/base/base.h"

/*
 * SIGPROF at a rate of the CPU time of each thread, from its own timer. A single
 * process timer expires by the sum of CPU times, in the thread that a tick of the kernel finds
 * running. Threads take turns at ticks, so samples of a thread vary more than random ones would.
 * With its own timer the count of a thread is off by a sample or two, however long it runs.
 *
 * The library is not notified when a thread begins or ends. So the process timer stays armed: where
 * its signal meets a thread without a timer, it is a sample, and the thread gets a timer. Short
 * threads, threads without a place in the table and threads for which the system refuses a timer
 * are sampled at the same rate this way.
 *
 * The expected number of samples is the number of periods, for any length of a thread: signals of
 * the process count up to a fixed age of the thread, wherever in that time the first one came;
 * after it signals of its own timer count, the first of which comes anywhere in the first period.
 */

enum {
	THREAD_TIMERS_BUCKETS = 128,
	THREAD_TIMERS_PLACES = 8, /* for threads with equal numbers modulo BUCKETS */
	THREAD_TIMERS_MAX = THREAD_TIMERS_BUCKETS * THREAD_TIMERS_PLACES,
	THREAD_TIMERS_DEBT = 8, /* most expirations that are compensated at later ticks */
};

/* Written by the thread itself; times are CPU time of the thread, ns. */
struct thread_timer {
	uint64_t owner; /* atomic: the number of the thread, and of its timer; 0: none */
	uint64_t begin; /* from here on its timer alone counts; 0: it does */
	uint64_t due;   /* when it expires */
	bool is_behind; /* it is armed for the next tick, `due` is over */
};

struct thread_timers {
	uint64_t period; /* ns */
	uint64_t notice; /* average delay until the kernel notices that it has expired; ns */
	uint32_t made;   /* atomic */
	struct thread_timer table[THREAD_TIMERS_BUCKETS][THREAD_TIMERS_PLACES];
};

/* True if this system has such timers. */
bool thread_timers_work(void);

/*
 * Begin, with timers for all threads that exist; `is_alone`: for the calling one, there are no
 * others. What `timers` had before is forgotten: a child has none after a fork.
 */
void thread_timers_start(struct thread_timers *timers, unsigned hz, bool is_alone);

/* Delete them all. No thread is in a handler that looks at them. */
void thread_timers_stop(struct thread_timers *timers);

/* True for the signal of a thread's timer. */
bool thread_timers_sent(const struct thread_timers *timers, const siginfo_t *info);

/*
 * In the handler of such a signal: how many expirations are lost. A thread may run on unseen when
 * ticks find others, and expirations become one signal. As many as DEBT of them are samples at the
 * next ticks that find the thread.
 */
uint64_t thread_timers_late(struct thread_timers *timers, const siginfo_t *info);

/* An expiration that could not be used is compensated at a later tick. False: it is lost. */
bool thread_timers_repeat(struct thread_timers *timers);

/*
 * In the handler of another signal: is it a sample? False: the thread has a timer that counts
 * instead.
 */
bool thread_timers_lack(struct thread_timers *timers);

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
