/* SPDX-License-Identifier: MIT */
/*
 * work WHAT [N] - programs whose stacks are known, for recordings. Built without optimisation: each
 * function has a frame.
 *   busy MS          burn_most and burn_some, three to one, for so many milliseconds of processor time
 *   threads N MS     N threads called pool-0 to pool-N, each in burn_most
 *   execs N MS       burn, then become another program, N times; each is called step-N
 *   forks N          N processes one after the other, each called child, eight at a time
 *   idle N           print "ready", then N threads wait for standard input to end, and burn 20 ms each
 *   waits N          N times: sleeps 50 ms, waits 30 ms for a lock, 20 ms for a pipe
 *   made             print "ready", then burn, and code that is made here and called made_here in
 *                    /tmp/perf-PID.map, until killed; exit code 4 where the processor is not x86-64
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/system/recordings/made_code.h"

static volatile unsigned long sink;

static long processor_ms(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

#define FRAME __attribute__((noinline))

FRAME static void spin(long n)
{
	long i;

	for (i = 0; i < n; i++)
		sink += (unsigned long)(i * i);
}

FRAME static void burn_most(void)
{
	spin(300000);
}

FRAME static void burn_some(void)
{
	spin(100000);
}

FRAME static void burn(long ms)
{
	const long end = processor_ms(CLOCK_THREAD_CPUTIME_ID) + ms;

	while (processor_ms(CLOCK_THREAD_CPUTIME_ID) < end) {
		burn_most();
		burn_some();
	}
}

static void *pool(void *ms)
{
	burn(*(long *)ms);
	return NULL;
}

struct worker {
	pthread_t thread;
	long number, ms;
};

/* It names itself, so that it has its name from the first sample on. */
static void *named(void *of)
{
	struct worker *worker = of;
	char name[32];

	snprintf(name, sizeof(name), "pool-%ld", worker->number);
	prctl(PR_SET_NAME, name);
	return pool(&worker->ms);
}

static void run_threads(long count, long ms)
{
	struct worker *workers = calloc((size_t)count, sizeof(*workers));
	pthread_attr_t small;
	long i;

	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 1 << 16);
	for (i = 0; i < count; i++) {
		workers[i] = (struct worker){.number = i, .ms = ms};
		if (pthread_create(&workers[i].thread, &small, named, &workers[i]) != 0)
			exit(3);
	}
	for (i = 0; i < count; i++)
		pthread_join(workers[i].thread, NULL);
	free(workers);
}

static void run_execs(long left, const char *ms, char **argv)
{
	char name[32], number[32];

	snprintf(name, sizeof(name), "step-%ld", left);
	prctl(PR_SET_NAME, name);
	burn(strtol(ms, NULL, 10));
	if (left <= 1)
		return;
	snprintf(number, sizeof(number), "%ld", left - 1);
	execl(argv[0], argv[0], "execs", number, ms, (char *)NULL);
	exit(3);
}

static void run_forks(long count)
{
	enum { AT_ONCE = 8 };
	long i;

	for (i = 0; i < count; i++) {
		if (i >= AT_ONCE)
			wait(NULL);
		if (fork() == 0) {
			prctl(PR_SET_NAME, "child");
			burn_some();
			_exit(0);
		}
	}
	while (wait(NULL) > 0)
		;
}

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *idle(void *ms)
{
	pthread_mutex_lock(&gate); /* until main() has read the end of its input */
	pthread_mutex_unlock(&gate);
	return pool(ms);
}

static void run_idle(long count)
{
	pthread_t *threads = calloc((size_t)count, sizeof(*threads));
	long ms = 20, i;
	char byte;

	pthread_mutex_lock(&gate);
	for (i = 0; i < count; i++)
		pthread_create(&threads[i], NULL, idle, &ms);
	puts("ready");
	fflush(stdout);
	while (read(STDIN_FILENO, &byte, 1) > 0)
		;
	pthread_mutex_unlock(&gate);
	for (i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	free(threads);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t meeting;
static int ends[2];

static void pass_ms(long ms)
{
	const struct timespec time = {ms / 1000, ms % 1000 * 1000000};

	nanosleep(&time, NULL);
}

/*
 * Functions of libc have no frame pointers, so their callers are missing in stacks: these below are
 * in between.
 */
FRAME static void take_lock(void)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
}

FRAME static void take_byte(void)
{
	char byte;

	if (read(ends[0], &byte, 1) != 1)
		exit(3);
}

FRAME static void wait_for_time(void)
{
	pass_ms(50);
}

FRAME static void wait_for_lock(void)
{
	take_lock();
}

FRAME static void wait_for_pipe(void)
{
	take_byte();
}

static void *keeper(void *count)
{
	long i;

	prctl(PR_SET_NAME, "keeper");
	for (i = 0; i < *(long *)count; i++) {
		pthread_mutex_lock(&lock);
		pthread_barrier_wait(&meeting);
		pass_ms(30);
		pthread_mutex_unlock(&lock);
		pass_ms(20);
		if (write(ends[1], "", 1) != 1)
			exit(3);
		pthread_barrier_wait(&meeting);
	}
	return NULL;
}

static void run_waits(long count)
{
	pthread_t thread;
	long i;

	if (pipe(ends) != 0)
		exit(3);
	pthread_barrier_init(&meeting, NULL, 2);
	pthread_create(&thread, NULL, keeper, &count);
	for (i = 0; i < count; i++) {
		pthread_barrier_wait(&meeting);
		wait_for_lock();
		wait_for_pipe();
		wait_for_time();
		pthread_barrier_wait(&meeting);
	}
	pthread_join(thread, NULL);
}

static void run_made(void)
{
#ifdef __x86_64__
	made_fn *made = make_code();

	if (!made || name_code(made, "made_here") != 0)
		exit(3);
	puts("ready");
	fflush(stdout);
	for (;;) {
		burn(1);
		made(6000000);
	}
#else
	exit(4);
#endif
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	const long n = argc > 2 ? strtol(argv[2], NULL, 10) : 1;

	if (strcmp(what, "busy") == 0)
		burn(n);
	else if (strcmp(what, "threads") == 0)
		run_threads(n, argc > 3 ? strtol(argv[3], NULL, 10) : 10);
	else if (strcmp(what, "execs") == 0)
		run_execs(n, argc > 3 ? argv[3] : "10", argv);
	else if (strcmp(what, "forks") == 0)
		run_forks(n);
	else if (strcmp(what, "idle") == 0)
		run_idle(n);
	else if (strcmp(what, "waits") == 0)
		run_waits(n);
	else if (strcmp(what, "made") == 0)
		run_made();
	else
		return 2;
	return 0;
}
