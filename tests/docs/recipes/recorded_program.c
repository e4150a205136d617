/* SPDX-License-Identifier: MIT */
/*
 * The program that the recipes record: it computes in two functions, allocates, waits for a lock and
 * for time, in threads that are named worker. SLOWER: how many times longer draw_page() takes.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef SLOWER
#define SLOWER 1
#endif

#define KEPT __attribute__((noinline, noclone, noipa))

enum { ROWS = 2000, ROW = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile unsigned long sink;
static char *rows[ROWS];

KEPT static void tick(void)
{
	sink++;
}

KEPT static unsigned long add_up(unsigned long seed)
{
	unsigned long sum = seed, i;

	for (i = 0; i < 200000; i++)
		sum = sum * 31 + (sum >> 7) + i;
	tick(); /* else it is a leaf, for which compilers keep no frame pointer */
	return sum;
}

KEPT static void parse_json(int count)
{
	int i;

	for (i = 0; i < count; i++)
		sink += add_up(sink);
	sink++;
}

KEPT static void draw_page(int count)
{
	int i;

	for (i = 0; i < count * SLOWER; i++)
		sink += add_up(sink + 1);
	sink++;
}

KEPT static void load_rows(void)
{
	int i;

	for (i = 0; i < ROWS; i++) {
		rows[i] = malloc(ROW);
		memset(rows[i], i, ROW);
	}
	for (i = 0; i < ROWS; i += 2) { /* the others are lost */
		free(rows[i]);
		rows[i] = NULL;
	}
	memset(rows, 0, sizeof(rows));
}

KEPT static void wait_for_lock(void)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	sink++;
}

KEPT static void wait_for_time(void)
{
	const struct timespec time = {0, 100000000};

	nanosleep(&time, NULL);
	sink++;
}

static void *work(void *unused)
{
	pthread_setname_np(pthread_self(), "worker");
	wait_for_lock();
	parse_json(300);
	return unused;
}

int main(void)
{
	pthread_t threads[2];
	int i;

	pthread_mutex_lock(&lock);
	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	load_rows();
	wait_for_time();
	pthread_mutex_unlock(&lock);
	parse_json(1400);
	draw_page(800);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
