/* SPDX-License-Identifier: MIT */
#include "common/base/parallel.h"

#include "common/base/context.h"
#include "common/system/os.h"

/* Times to try: some microseconds. */
enum { TRIES = 200 };

COLD void lock_init(struct lock *lock)
{
	pthread_mutex_init(&lock->mutex, NULL);
}

COLD void lock_release(struct lock *lock)
{
	pthread_mutex_destroy(&lock->mutex);
}

COLD void lock_take(struct lock *lock)
{
	int i;

	for (i = 0; i < TRIES; i++) {
		if (pthread_mutex_trylock(&lock->mutex) == 0)
			return;
#if defined(__x86_64__) || defined(__i386__)
		__builtin_ia32_pause();
#endif
	}
	pthread_mutex_lock(&lock->mutex);
}

COLD void lock_leave(struct lock *lock)
{
	pthread_mutex_unlock(&lock->mutex);
}

struct parallel_job {
	void (*worker)(void *context, unsigned index);
	void *context;
	unsigned index;
	struct context *caller; /* of parallel_run() */
	pthread_t thread;
	bool started;
};

COLD unsigned parallel_cpus(void)
{
	const unsigned cpus = os_cpus();

	return cpus == 0 ? 1 : cpus;
}

static COLD void *run_job(void *argument)
{
	struct parallel_job *job = argument;

	context_enter(job->caller);
	job->worker(job->context, job->index);
	return NULL;
}

COLD void parallel_run(unsigned n, void (*worker)(void *context, unsigned index), void *of)
{
	struct parallel_job jobs[LIMIT_THREADS];
	unsigned i;

	assert(n >= 1 && n <= LIMIT_THREADS);
	for (i = 1; i < n; i++) {
		jobs[i] = (struct parallel_job){
			.worker = worker, .context = of, .index = i, .caller = context()};
		jobs[i].started = pthread_create(&jobs[i].thread, NULL, run_job, &jobs[i]) == 0;
	}
	worker(of, 0);
	for (i = 1; i < n; i++) {
		if (jobs[i].started)
			pthread_join(jobs[i].thread, NULL);
		else
			worker(of, i);
	}
}
