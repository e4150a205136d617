/* SPDX-License-Identifier: MIT */
/* Threads and children of a call; what leaves a thread lets the others go on, to leave as well. */
#include "common/library/seam.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

enum {
	WAIT_STEP = 20000000
}; /* nanoseconds until a waiting thread looks whether another has left */

static void *begin(void *argument)
{
	struct guest_thread *thread = argument;
	struct seat here = {.call = thread->call};
	void *volatile result = NULL;

	seat_set(&here);
	if (setjmp(here.way_out) == 0)
		result = thread->work(thread->argument);
	seat_set(NULL);
	return result;
}

int seam_thread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*work)(void *),
		       void *argument)
{
	struct call *call = seat_get()->call;
	struct guest_thread *thread = malloc(sizeof(*thread));
	int problem;

	if (!thread)
		return EAGAIN;
	*thread = (struct guest_thread){.call = call, .work = work, .argument = argument};
	pthread_mutex_lock(&call->lock);
	problem = pthread_create(&thread->id, attributes, begin, thread);
	if (problem == 0) {
		*id = thread->id;
		thread->next = call->threads;
		call->threads = thread;
	}
	pthread_mutex_unlock(&call->lock);
	if (problem != 0)
		free(thread);
	return problem;
}

int seam_thread_join(pthread_t id, void **result)
{
	const struct seat *seat = seat_get();
	struct guest_thread *thread;
	int problem = pthread_join(id, result);

	pthread_mutex_lock(&seat->call->lock);
	for (thread = seat->call->threads; thread; thread = thread->next) {
		if (!thread->joined && pthread_equal(thread->id, id))
			thread->joined = true;
	}
	pthread_mutex_unlock(&seat->call->lock);
	call_check(seat);
	return problem;
}

static void hold(struct seat *seat, pthread_mutex_t *mutex)
{
	assert(seat->held_count < CALL_HELD);
	if (seat->held_count < CALL_HELD)
		seat->held[seat->held_count++] = mutex;
	call_check(seat);
}

int seam_mutex_lock(pthread_mutex_t *mutex)
{
	struct seat *seat = seat_get();
	int problem = pthread_mutex_lock(mutex);

	if (problem == 0 && seat)
		hold(seat, mutex);
	return problem;
}

int seam_mutex_trylock(pthread_mutex_t *mutex)
{
	struct seat *seat = seat_get();
	int problem = pthread_mutex_trylock(mutex);

	if (problem == 0 && seat)
		hold(seat, mutex);
	return problem;
}

int seam_mutex_unlock(pthread_mutex_t *mutex)
{
	struct seat *seat = seat_get();
	unsigned i = 0;

	while (seat && i < seat->held_count && seat->held[i] != mutex)
		i++;
	if (seat && i < seat->held_count)
		seat->held[i] = seat->held[--seat->held_count];
	return pthread_mutex_unlock(mutex);
}

/* Comes back every now and then, as a condition may. */
int seam_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
	struct timespec until;
	int problem;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += WAIT_STEP;
	if (until.tv_nsec >= 1000000000) {
		until.tv_nsec -= 1000000000;
		until.tv_sec++;
	}
	problem = pthread_cond_timedwait(condition, mutex, &until);
	if (seat_get())
		call_check(seat_get());
	return problem == ETIMEDOUT ? 0 : problem;
}

static void end_child(uintptr_t child, size_t unused)
{
	(void)unused;
	kill((pid_t)child, SIGKILL);
	while (waitpid((pid_t)child, NULL, 0) < 0 && errno == EINTR)
		;
}

int seam_posix_spawnp(pid_t *child, const char *file, const posix_spawn_file_actions_t *actions,
		      const posix_spawnattr_t *attributes, char *const argv[],
		      char *const environment[])
{
	struct seat *seat = seat_get();
	int problem = posix_spawnp(child, file, actions, attributes, argv, environment);

	if (problem == 0 && seat &&
	    !heap_own(seat->call->heap,
		      &(struct heap_resource){.thing = (uintptr_t)*child, .release = end_child}))
		return ENOMEM;
	return problem;
}

pid_t seam_waitpid(pid_t child, int *status, int options)
{
	struct seat *seat = seat_get();
	pid_t ended = waitpid(child, status, options);

	if (ended > 0 && seat)
		heap_disown(seat->call->heap, (uintptr_t)ended, end_child);
	return ended;
}

/* Dispositions are the host's. SIGPIPE, which the programs ignore, is blocked by seam_write(). */
int seam_sigaction(int signal, const struct sigaction *action, struct sigaction *before)
{
	(void)signal;
	(void)action;
	if (before)
		memset(before, 0, sizeof(*before));
	return 0;
}

void seam_quick_exit(int code)
{
	(void)code;
	call_leave();
}
