/* SPDX-License-Identifier: MIT */
/*
 * lock.h - a lock for critical sections shorter than a context switch: a waiter spins before it
 * sleeps.
 */
#ifndef FLAMBEAU_LOCK_H
#define FLAMBEAU_LOCK_H

#include <pthread.h>

struct lock {
	pthread_mutex_t mutex;
};

void lock_init(struct lock *lock);
void lock_release(struct lock *lock);

void lock_take(struct lock *lock);
void lock_leave(struct lock *lock);

#endif
