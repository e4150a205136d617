/* SPDX-License-Identifier: MIT */
#include "common/base/lock.h"

#include "common/base/base.h"

/* Times to try: some microseconds. */
enum { TRIES = 200 };

void lock_init(struct lock *lock)
{
	pthread_mutex_init(&lock->mutex, NULL);
}

void lock_release(struct lock *lock)
{
	pthread_mutex_destroy(&lock->mutex);
}

static void breathe(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#endif
}

void lock_take(struct lock *lock)
{
	int i;

	for (i = 0; i < TRIES; i++) {
		if (pthread_mutex_trylock(&lock->mutex) == 0)
			return;
		breathe();
	}
	pthread_mutex_lock(&lock->mutex);
}

void lock_leave(struct lock *lock)
{
	pthread_mutex_unlock(&lock->mutex);
}
