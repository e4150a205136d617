/* SPDX-License-Identifier: MIT */
#include "common/base/parallel.h"

#include <pthread.h>

#include "tests/unit/check.h"

struct tally {
	unsigned calls[LIMIT_THREADS];
	unsigned running, most; /* under the lock */
	unsigned wanted;        /* workers that wait for one another */
	pthread_t caller, zeroth;
	pthread_mutex_t lock;
	pthread_cond_t changed;
};

static void count_call(void *context, unsigned index)
{
	struct tally *tally = context;

	tally->calls[index]++;
	if (index == 0)
		tally->zeroth = pthread_self();
}

CASE(every_index_runs_once)
{
	static const unsigned sizes[] = {1, 2, 3, 7, 16, LIMIT_THREADS};
	size_t i;

	for (i = 0; i < ARRAY_LEN(sizes); i++) {
		struct tally tally = {.running = 0};
		unsigned index;

		parallel_run(sizes[i], count_call, &tally);
		for (index = 0; index < LIMIT_THREADS; index++)
			CHECK(tally.calls[index] == (index < sizes[i] ? 1 : 0));
	}
}

CASE(the_first_runs_on_the_callers_thread)
{
	struct tally tally = {.caller = pthread_self()};

	parallel_run(4, count_call, &tally);
	CHECK(pthread_equal(tally.zeroth, tally.caller));
}

static void meet(void *context, unsigned index)
{
	struct tally *tally = context;

	(void)index;
	pthread_mutex_lock(&tally->lock);
	if (++tally->running > tally->most)
		tally->most = tally->running;
	pthread_cond_broadcast(&tally->changed);
	while (tally->most < tally->wanted)
		pthread_cond_wait(&tally->changed, &tally->lock);
	tally->running--;
	pthread_mutex_unlock(&tally->lock);
}

CASE(all_run_at_the_same_time_and_have_ended_afterwards)
{
	struct tally tally = {
		.wanted = 8,
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.changed = PTHREAD_COND_INITIALIZER,
	};

	parallel_run(8, meet, &tally);
	CHECK(tally.most == 8 && tally.running == 0);
}

static void add_to_sum(void *context, unsigned index)
{
	uint64_t *sums = context;
	unsigned i;

	for (i = 0; i < 100000; i++)
		sums[index] += i % (index + 2);
}

CASE(writes_of_workers_are_visible_to_the_caller)
{
	uint64_t sums[16] = {0}, expected[16] = {0};
	unsigned i;

	parallel_run(16, add_to_sum, sums);
	for (i = 0; i < 16; i++)
		add_to_sum(expected, i);
	for (i = 0; i < 16; i++)
		CHECK(sums[i] == expected[i]);
}

CASE(there_is_a_processor)
{
	CHECK(parallel_cpus() >= 1);
	CHECK(parallel_cpus() == parallel_cpus());
}

TEST_CASES(parallel)
