/* SPDX-License-Identifier: MIT */
/*
 * lock.h - for what takes less time than falling asleep: who has to wait tries for a while first.
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
