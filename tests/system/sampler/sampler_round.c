/* SPDX-License-Identifier: MIT */
/*
 * sampler_round FOLDED TEXT - one report of threads with odd names, written as folded stacks and as
 * text; collapse-pprof-rs has to make the one of the other.
 */
#define _GNU_SOURCE /* pthread_setname_np */
#include <flamesample.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static const char *const names[] = {
	"round", "a;b", "x -> y", "THREAD: z", "FRAME: f", "worker 12", "7", " blanks ", "\xff\xfe",
};

enum { COUNT = sizeof(names) / sizeof(names[0]) };

static volatile unsigned long sink;

static double thread_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

__attribute__((noinline)) static void burn(unsigned depth)
{
	const double end = thread_seconds() + 0.1;

	if (depth > 0)
		burn(depth - 1);
	while (thread_seconds() < end)
		sink = sink * 3 + depth;
}

static void *work(void *name)
{
	pthread_setname_np(pthread_self(), name);
	burn(3);
	return NULL;
}

int main(int argc, char **argv)
{
	struct flamesample_options options;
	struct flamesample_report *report;
	pthread_t threads[COUNT];
	size_t i;
	int bad;

	if (argc != 3)
		return 2;
	flamesample_options_init(&options, sizeof(options));
	options.hz = 250;
	if (flamesample_start(&options) != FLAMESAMPLE_OK)
		return 1;
	for (i = 0; i < COUNT; i++)
		pthread_create(&threads[i], NULL, work, (void *)names[i]);
	for (i = 0; i < COUNT; i++)
		pthread_join(threads[i], NULL);
	flamesample_stop();
	bad = flamesample_report_new(&report, NULL, NULL) != FLAMESAMPLE_OK ||
	      flamesample_report_save(report, argv[1]) != FLAMESAMPLE_OK ||
	      flamesample_report_save(report, argv[2]) != FLAMESAMPLE_OK;
	if (bad)
		fprintf(stderr, "sampler_round: %s\n", flamesample_problem());
	else
		flamesample_report_free(report);
	return bad;
}
