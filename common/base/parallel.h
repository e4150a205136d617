/* SPDX-License-Identifier: MIT */
/*
 * parallel.h - run one function on several threads and wait for all of them; the lock that threads
 * share.
 */
#ifndef FLAMBEAU_PARALLEL_H
#define FLAMBEAU_PARALLEL_H

#include <pthread.h>

#include "common/base/base.h"

/*
 * A lock for critical sections shorter than a context switch: a waiter spins before it
 * sleeps.
 */

struct lock {
	pthread_mutex_t mutex;
};

void lock_init(struct lock *lock);
void lock_release(struct lock *lock);

void lock_take(struct lock *lock);
void lock_leave(struct lock *lock);

/* CPUs this process may run on, at least 1. */
unsigned parallel_cpus(void);

/*
 * worker(of, 0) ... worker(of, n - 1), each on a thread of its own (0 on the caller's), in the
 * caller's context(); returns when all have ended. Threads the system refuses run in turn.
 */
void parallel_run(unsigned n, void (*worker)(void *context, unsigned index), void *of);

#endif
