/* SPDX-License-Identifier: MIT */
#if defined(__linux__)
#define _GNU_SOURCE /* sched_getaffinity, CPU_COUNT */
#include <sched.h>
#endif

#include "common/base/parallel.h"

#include <pthread.h>
#include <unistd.h>

struct job {
	void (*worker)(void *context, unsigned index);
	void *context;
	unsigned index;
	pthread_t thread;
	bool started;
};

unsigned parallel_cpus(void)
{
	long online;
#if defined(__linux__)
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set) == 0 && CPU_COUNT(&set) > 0)
		return (unsigned)CPU_COUNT(&set);
#endif
	online = sysconf(_SC_NPROCESSORS_ONLN);
	return online < 1 ? 1 : (unsigned)online;
}

static void *run_job(void *argument)
{
	struct job *job = argument;

	job->worker(job->context, job->index);
	return NULL;
}

void parallel_run(unsigned n, void (*worker)(void *context, unsigned index), void *context)
{
	struct job jobs[LIMIT_THREADS];
	unsigned i;

	assert(n >= 1 && n <= LIMIT_THREADS);
	for (i = 1; i < n; i++) {
		jobs[i] = (struct job){.worker = worker, .context = context, .index = i};
		jobs[i].started = pthread_create(&jobs[i].thread, NULL, run_job, &jobs[i]) == 0;
	}
	worker(context, 0);
	for (i = 1; i < n; i++) {
		if (jobs[i].started)
			pthread_join(jobs[i].thread, NULL);
		else
			worker(context, i);
	}
}
