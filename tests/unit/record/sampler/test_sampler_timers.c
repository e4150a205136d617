/* SPDX-License-Identifier: MIT */
/* Assignment of timers to threads, and counting, without a sampler. */
#define _GNU_SOURCE /* syscall */

#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "record/sampler/sampler.h"
#include "tests/system/sampler/kernel_timers.h"
#include "tests/unit/check.h"

enum { HZ = 1000, SMALL_STACK = 65536 };

static struct thread_timers timers;

static const siginfo_t process_signal = {.si_code = SI_TIMER};

static void ignore(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)info;
	(void)context;
}

static void check_kernel_timers(int least, int most)
{
	int count = kernel_timers();

	if (count < 0 || (count >= least && count <= most))
		return;
	fprintf(stderr, "%d timers, not %d to %d\n", count, least, most);
	CHECK(false);
}

static _Thread_local volatile unsigned sink;

static void burn_periods(unsigned periods)
{
	struct timespec now;
	uint64_t end = 0, time;
	do {
		unsigned i;

		for (i = 0; i < 1000; i++)
			sink += i;
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
		time = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
		if (end == 0)
			end = time + periods * timers.period;
	} while (time < end);
}

static void run(void *(*function)(void *context), void *context)
{
	pthread_t thread;

	CHECK(pthread_create(&thread, NULL, function, context) == 0);
	pthread_join(thread, NULL);
}

static void *be_met(void *context)
{
	(void)context;
	CHECK(!thread_timers_sent(&timers, &process_signal));
	CHECK(thread_timers_lack(&timers));
	return NULL;
}

static void *be_met_until_it_counts(void *context)
{
	be_met(context);
	check_kernel_timers(2, 2);
	burn_periods(3);
	CHECK(!thread_timers_lack(&timers));
	CHECK(!thread_timers_lack(&timers));
	check_kernel_timers(2, 2);
	return NULL;
}

static void signals_of_the_process_count_until_a_thread_has_its_own(void)
{
	thread_timers_start(&timers, HZ, true);
	check_kernel_timers(1, 1);
	CHECK(!thread_timers_lack(&timers)); /* this one has it from the start */
	run(be_met_until_it_counts, NULL);
	thread_timers_stop(&timers);
	check_kernel_timers(0, 0);
}

static pthread_barrier_t barrier;

static void *wait_twice(void *context)
{
	pthread_barrier_wait(&barrier);
	pthread_barrier_wait(&barrier);
	return context;
}

static void all_threads_have_one_from_the_start(void)
{
	pthread_t thread;

	pthread_barrier_init(&barrier, NULL, 2);
	CHECK(pthread_create(&thread, NULL, wait_twice, NULL) == 0);
	pthread_barrier_wait(&barrier);
	thread_timers_start(&timers, HZ, false);
	check_kernel_timers(2, 99); /* sanitizers may have a thread of their own */
	thread_timers_stop(&timers);
	pthread_barrier_wait(&barrier);
	pthread_join(thread, NULL);
	pthread_barrier_destroy(&barrier);
}

static void places_of_ended_threads_are_used_again(void)
{
	int i;

	thread_timers_start(&timers, HZ, true);
	for (i = 0; i < 3 * THREAD_TIMERS_MAX; i++)
		run(be_met, NULL);
	check_kernel_timers(THREAD_TIMERS_MAX / 2, THREAD_TIMERS_MAX);
	thread_timers_stop(&timers);
	check_kernel_timers(0, 0);
}

enum { THREADS = THREAD_TIMERS_MAX + 100 };

static unsigned without;

static void *live_together(void *context)
{
	be_met(context);
	pthread_barrier_wait(&barrier);
	burn_periods(3);
	if (thread_timers_lack(&timers))
		__atomic_fetch_add(&without, 1, __ATOMIC_RELAXED);
	pthread_barrier_wait(&barrier);
	return NULL;
}

static void threads_without_a_place_are_sampled_by_the_process(void)
{
	static pthread_t threads[THREADS];
	pthread_attr_t small;
	int i;

	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, SMALL_STACK);
	pthread_barrier_init(&barrier, NULL, THREADS);
	thread_timers_start(&timers, 10000, true);
	for (i = 0; i < THREADS; i++)
		CHECK(pthread_create(&threads[i], &small, live_together, NULL) == 0);
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	check_kernel_timers(THREAD_TIMERS_MAX / 2, THREAD_TIMERS_MAX);
	CHECK(without > THREADS - THREAD_TIMERS_MAX && without < THREADS / 2);
	thread_timers_stop(&timers);
	check_kernel_timers(0, 0);
	pthread_barrier_destroy(&barrier);
	pthread_attr_destroy(&small);
}

static struct thread_timer *place_of(long thread)
{
	struct thread_timer *timer = timers.table[0];
	size_t i;

	for (i = 0; i < THREAD_TIMERS_MAX; i++, timer++) {
		if (timer->owner >> 32 == (uint64_t)thread)
			return timer;
	}
	return NULL;
}

static void *tell_place(void *place)
{
	be_met(NULL);
	*(struct thread_timer **)place = place_of(syscall(SYS_gettid));
	return NULL;
}

/* As if the number of the ended thread were ours. */
static void a_thread_with_the_number_of_an_ended_one_gets_a_timer(void)
{
	struct thread_timer *its = NULL, *ours;
	uint64_t owner;

	thread_timers_start(&timers, HZ, true);
	run(tell_place, &its);
	ours = place_of(syscall(SYS_gettid));
	CHECK(its && ours);
	if (!its || !ours)
		return;
	syscall(SYS_timer_delete, (int)(uint32_t)ours->owner);
	owner = (ours->owner >> 32) << 32 | (uint32_t)its->owner;
	its->owner = 0;
	ours->owner = owner;
	check_kernel_timers(1, 1);
	CHECK(thread_timers_lack(&timers));
	CHECK(ours->owner != owner && ours->owner >> 32 == owner >> 32);
	CHECK(!thread_timers_lack(&timers));
	check_kernel_timers(1, 1);
	thread_timers_stop(&timers);
}

/* A signal every now and then, for what was due since. */
static void expirations_are_made_good_up_to_a_debt(void)
{
	const siginfo_t own = {.si_code = SI_TIMER, .si_overrun = 1};
	struct thread_timer *ours;
	uint64_t late;

	thread_timers_start(&timers, HZ, true);
	ours = place_of(syscall(SYS_gettid));
	CHECK(ours != NULL);
	if (!ours)
		return;
	burn_periods(5);
	CHECK(thread_timers_late(&timers, &own) == 0 && ours->is_behind);
	burn_periods(THREAD_TIMERS_DEBT + 20);
	late = thread_timers_late(&timers, &own);
	CHECK(late > 10 && late < 50 && ours->is_behind);
	CHECK(thread_timers_repeat(&timers)); /* one more */
	CHECK(thread_timers_late(&timers, &own) <= 1 && ours->is_behind);
	ours->due += 100 * timers.period;
	CHECK(thread_timers_late(&timers, &own) == 0 && !ours->is_behind);
	thread_timers_stop(&timers);
}

/* qemu-user has 32 timers, and a thread outlives pthread_join() there for a while. */
static bool is_emulated(void)
{
	const char *missing = getenv("WITHOUT");

	return missing && strstr(missing, "native") != NULL;
}

TEST(sampler_timers)
{
	struct sigaction action = {.sa_sigaction = ignore, .sa_flags = SA_SIGINFO | SA_RESTART};

	if (!thread_timers_work())
		return 77;
	sigaction(SIGPROF, &action, NULL);
	signals_of_the_process_count_until_a_thread_has_its_own();
	all_threads_have_one_from_the_start();
	if (!is_emulated()) {
		places_of_ended_threads_are_used_again();
		threads_without_a_place_are_sampled_by_the_process();
		a_thread_with_the_number_of_an_ended_one_gets_a_timer();
	}
	expirations_are_made_good_up_to_a_debt();
	return check_done();
}
