/* SPDX-License-Identifier: MIT */
/* self_profile >SVG - samples itself by SIGPROF and draws its flame graph. Build with -rdynamic. */
#define _GNU_SOURCE /* dladdr; signal() that need not be repeated */
#include <dlfcn.h>
#include <execinfo.h>
#include <flambeau.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

enum { SAMPLES = 4096, DEPTH = 64, SKIP = 2 }; /* SKIP: the handler, and the kernel's call of it */
static void *samples[SAMPLES][DEPTH];
static int depths[SAMPLES];
static volatile sig_atomic_t count;
volatile double sum;

static void take_sample(int signal)
{
	if (count < SAMPLES && signal == SIGPROF) {
		depths[count] = backtrace(samples[count], DEPTH);
		count++;
	}
}

static bool draw(flambeau_profile *profile, flambeau_error *error)
{
	for (int i = 0; i < count; i++) {
		flambeau_slice stack[DEPTH];
		size_t n = 0;
		Dl_info at;

		for (int k = depths[i]; k-- > SKIP; n++) /* the root first */
			stack[n] = flambeau_text(
				dladdr(samples[i][k], &at) && at.dli_sname ? at.dli_sname : "?");
		if (n > 0 && !flambeau_add(profile, stack, n, 1, error))
			return false;
	}
	return flambeau_write(profile, "svg", NULL, flambeau_to_fd(1), error);
}

__attribute__((noinline)) void heavy(int rounds)
{
	for (int i = 0; i < rounds * 1000000; i++)
		sum += i * 0.5;
}

int main(void)
{
	const struct itimerval period = {{0, 2000}, {0, 2000}}, never = {{0, 0}, {0, 0}};
	flambeau_profile *profile = flambeau_profile_new();
	flambeau_error error;

	backtrace(samples[0], 1); /* gets its memory before the first signal */
	signal(SIGPROF, take_sample);
	setitimer(ITIMER_PROF, &period, NULL);
	heavy(120);
	setitimer(ITIMER_PROF, &never, NULL);
	return draw(profile, &error) ? 0 : fprintf(stderr, "%s\n", error.message) > 0;
}
