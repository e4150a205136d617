/* SPDX-License-Identifier: MIT */
/*
 * A program that knows nothing of the sampler: sampler_burner MODE SECONDS, of CPU time. burn_a,
 * burn_b and burn_c take 50, 30 and 20 % of it.
 */
#define _GNU_SOURCE

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long sink;

static double seconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

#define BURNER(name, number)                                                                       \
	__attribute__((noinline)) static void name(double seconds)                                 \
	{                                                                                          \
		double end = seconds_now() + seconds;                                              \
		unsigned long i;                                                                   \
                                                                                                   \
		while (seconds_now() < end)                                                        \
			for (i = 0; i < 50000; i++)                                                \
				sink += i * number;                                                \
	}

BURNER(burn_a, 3)
BURNER(burn_b, 5)
BURNER(burn_c, 7)

/* As compilers of C++ and of Rust (both ways of it) write names. */
void mangled(double seconds) __asm__("_ZN4demo6Parser4readERKSs");
void mangled_rust(double seconds) __asm__("_ZN4core3fmt5write17h0123456789abcdefE");
void mangled_rust_v0(double seconds) __asm__("_RNvCskwGfYPst2Cb_3foo16example_function");
BURNER(burn_names, 9)

__attribute__((noinline)) void mangled(double seconds)
{
	burn_names(seconds);
	sink++;
}

__attribute__((noinline)) void mangled_rust(double seconds)
{
	burn_names(seconds);
	sink += 2;
}

__attribute__((noinline)) void mangled_rust_v0(double seconds)
{
	burn_names(seconds);
	sink += 3;
}

__attribute__((noinline)) static void mix(double seconds)
{
	const volatile double turn = 0.1; /* so that no copies of the functions are made for it */
	double end = seconds_now() + seconds;

	while (seconds_now() < end) {
		burn_a(turn * 0.5);
		burn_b(turn * 0.3);
		burn_c(turn * 0.2);
	}
}

static void *odd_thread(void *name)
{
	pthread_setname_np(pthread_self(), name);
	mangled(0.2);
	mangled_rust(0.2);
	mangled_rust_v0(0.2);
	return NULL;
}

static void names(void)
{
	char odd[][16] = {"THREAD: a;b", " -> FRAME: x ", "\t12", "grpc-17"};
	pthread_t threads[4];
	size_t i;

	for (i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, odd_thread, odd[i]);
	for (i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
}

static int fork_and_wait(double seconds)
{
	int status;
	pid_t child = fork();

	if (child == 0) {
		burn_b(seconds);
		exit(0);
	}
	burn_a(seconds);
	waitpid(child, &status, 0);
	return status != 0;
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "mix";
	double seconds = argc > 2 ? strtod(argv[2], NULL) : 1;

	if (strcmp(mode, "chdir") == 0 && chdir("/") != 0)
		return 1;
	if (strcmp(mode, "mix") == 0)
		mix(seconds);
	else if (strcmp(mode, "names") == 0)
		names();
	else if (strcmp(mode, "fork") == 0)
		return fork_and_wait(seconds);
	else
		burn_a(seconds);
	if (strcmp(mode, "exec") == 0)
		execl(argv[0], argv[0], "burn", argv[2], (char *)NULL);
	if (strcmp(mode, "_exit") == 0)
		_exit(3);
	if (strcmp(mode, "abort") == 0)
		abort();
	if (strcmp(mode, "sleep") == 0) {
		puts("asleep");
		fflush(stdout);
		pause();
	}
	return 0;
}
