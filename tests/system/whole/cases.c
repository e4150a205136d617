/* SPDX-License-Identifier: MIT */
/*
 * cases MILLISECONDS - stacks that are hard to find, each for a while: recursion of one function and
 * of two in turn, frames of variable and of great size, small functions at the leaf, early returns,
 * callbacks of a library without frame pointers, signal handlers on both stacks, longjmp, coroutines,
 * threads. All functions begin with w_, so that a leaf in a library is known.
 */
#define _GNU_SOURCE
#include <alloca.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#ifndef NO_CONTEXTS
#include <ucontext.h>
#endif

#define CALLED __attribute__((noinline, noclone))

static volatile uint64_t sink;

static CALLED uint64_t w_leaf(uint64_t n)
{
	uint64_t x = n | 1;
	int i;

	for (i = 0; i < 300; i++)
		x = x * UINT64_C(6364136223846793005) + (uint64_t)i;
	return x;
}

static CALLED uint64_t w_middle(uint64_t n)
{
	const uint64_t found = w_leaf(n) + 1;

	sink += found;
	return found * 3;
}

static CALLED uint64_t w_recursive(uint64_t n, int depth)
{
	uint64_t found = depth > 0 ? w_recursive(n + 1, depth - 1) : w_middle(n);

	sink += found;
	return found * 5;
}

static uint64_t w_odd(uint64_t n, int depth);

static CALLED uint64_t w_even(uint64_t n, int depth)
{
	uint64_t found = depth > 0 ? w_odd(n + 1, depth - 1) : w_leaf(n);

	sink += found;
	return found + 2;
}

static CALLED uint64_t w_odd(uint64_t n, int depth)
{
	uint64_t found = depth > 0 ? w_even(n * 3, depth - 1) : w_leaf(n);

	sink += found;
	return found + 3;
}

static CALLED uint64_t w_variable(uint64_t n, int depth)
{
	char *bytes = alloca(32 + (n & 255));
	uint64_t found;

	memset(bytes, (int)n, 32);
	found = depth > 0 ? w_variable(n * 7 + 1, depth - 1) : w_middle(n);
	return found + (uint64_t)bytes[n & 31];
}

static CALLED uint64_t w_big(uint64_t n)
{
	volatile char bytes[100000];
	uint64_t found;

	bytes[n % sizeof(bytes)] = 1;
	found = w_middle(n);
	return found + (uint64_t)bytes[n % 100];
}

/* Compilers set up the frame behind the early return. */
static CALLED uint64_t w_early(uint64_t n, int depth)
{
	uint64_t found;

	if (depth == 0)
		return n * n * n * n / (n | 3);
	found = w_recursive(n, 2) + w_early(n + 1, depth - 1);
	sink += found;
	return found;
}

static int w_compare(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	sink += w_leaf(x);
	return x < y ? -1 : x > y;
}

static CALLED uint64_t w_sort(uint64_t n)
{
	uint64_t values[8];
	int i;

	for (i = 0; i < 8; i++)
		values[i] = (n + (uint64_t)i) * UINT64_C(0x9e3779b97f4a7c15) >> 40;
	qsort(values, 8, sizeof(values[0]), w_compare);
	return values[3];
}

static CALLED uint64_t w_print(uint64_t n)
{
	char text[200];
	int i;

	for (i = 0; i < 10; i++)
		snprintf(text, sizeof(text), "%llu %g %s", (unsigned long long)n, (double)n / 7,
			 "text");
	return (uint64_t)text[1];
}

static CALLED uint64_t w_copy(uint64_t n)
{
	static char from[1 << 16], to[1 << 16];
	int i;

	for (i = 0; i < 4; i++)
		memcpy(to, from, sizeof(from) - (n & 63));
	return (uint64_t)to[n & 1023];
}

static void w_handler(int number)
{
	sink += w_recursive((uint64_t)number, 3) + w_recursive((uint64_t)number, 1);
}

static CALLED uint64_t w_interrupted(uint64_t n, int depth)
{
	if (depth > 0)
		return w_interrupted(n + 1, depth - 1) + 1;
	raise(n & 1 ? SIGUSR1 : SIGUSR2);
	return w_leaf(n);
}

static jmp_buf back;

static CALLED void w_jumps(uint64_t n, int depth)
{
	sink += w_leaf(n);
	if (depth == 0)
		longjmp(back, 1);
	w_jumps(n + 1, depth - 1);
	sink++;
}

static CALLED uint64_t w_catch(uint64_t n)
{
	if (setjmp(back) == 0)
		w_jumps(n, 5);
	return w_leaf(n);
}

#ifndef NO_CONTEXTS
static ucontext_t outer, inner;

static void w_coroutine(void)
{
	for (;;) {
		sink += w_recursive(sink, 4);
		swapcontext(&inner, &outer);
	}
}

static CALLED uint64_t w_switch(uint64_t n)
{
	static char *stack;

	if (!stack) {
		stack = malloc(1 << 16);
		getcontext(&inner);
		inner.uc_stack.ss_sp = stack;
		inner.uc_stack.ss_size = 1 << 16;
		inner.uc_link = &outer;
		makecontext(&inner, w_coroutine, 0);
	}
	swapcontext(&outer, &inner);
	return n;
}
#else
#define w_switch w_middle
#endif

static CALLED void w_all(uint64_t n)
{
	sink += w_recursive(n, (int)(n % 40)) + w_even(n, (int)(n % 25)) +
		w_variable(n, (int)(n % 6));
	sink += w_big(n) + w_early(n, 3) + w_catch(n) + w_switch(n) +
		w_interrupted(n, (int)(n % 5));
	if (n % 4 == 0)
		sink += w_sort(n) + w_print(n) + w_copy(n);
}

static double seconds;

static double w_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static CALLED void *w_thread(void *unused)
{
	const double end = w_now() + seconds / 4;
	uint64_t n = 0;

	while (w_now() < end) {
		sink += w_recursive(n, (int)(n % 20)) + w_early(n, 2) + w_big(n);
		n++;
	}
	return unused;
}

int main(int argc, char **argv)
{
	struct sigaction action = {.sa_handler = w_handler};
	const stack_t other = {.ss_sp = malloc(1 << 16), .ss_size = 1 << 16};
	pthread_t thread;
	double end;
	uint64_t n = 0;

	seconds = (argc > 1 ? atof(argv[1]) : 1000) / 1000;
	sigaltstack(&other, NULL);
	sigaction(SIGUSR1, &action, NULL);
	action.sa_flags = SA_ONSTACK;
	sigaction(SIGUSR2, &action, NULL);
	end = w_now() + seconds;
	while (w_now() < end)
		w_all(n++);
	pthread_create(&thread, NULL, w_thread, NULL);
	pthread_join(thread, NULL);
	return 0;
}
