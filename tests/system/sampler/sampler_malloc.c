/* SPDX-License-Identifier: MIT */
/*
 * No memory is allocated in the signal handler, and no lock of the loader is waited for. malloc()
 * and the like are this program's own: they count calls that come while a thread is in the handler,
 * which is wrapped for that.
 *
 * ctest: sampler.malloc short sampler NEEDS sampler WITH LD_LIBRARY_PATH=@lib@ RUN
 * ctest: sampler.malloc-quiet long sampler SERIAL NEEDS sampler WITH LD_LIBRARY_PATH=@lib@ QUIET=1 RUN
 */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>

#include "tests/system/sampler/sampler_test.h"

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t align, size_t size);
void __libc_free(void *memory);

static _Thread_local volatile bool in_handler;
static volatile unsigned calls, handled;
static struct sigaction sampling;

static void note(void)
{
	if (in_handler)
		__atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
}

void *malloc(size_t size)
{
	note();
	return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	note();
	return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
	note();
	return __libc_realloc(old, size);
}

void *aligned_alloc(size_t align, size_t size)
{
	note();
	return __libc_memalign(align, size);
}

void free(void *memory)
{
	note();
	__libc_free(memory);
}

static void wrap(int number, siginfo_t *info, void *context)
{
	in_handler = true;
	sampling.sa_sigaction(number, info, context);
	in_handler = false;
	__atomic_fetch_add(&handled, 1, __ATOMIC_RELAXED);
}

static void wrap_handler(void)
{
	struct sigaction action;

	CHECK(sigaction(SIGPROF, NULL, &sampling) == 0);
	action = sampling;
	action.sa_sigaction = wrap;
	CHECK(sigaction(SIGPROF, &action, NULL) == 0);
}

/* Code that all threads run, most of it in the allocator: the worst that can be interrupted. */
static void *allocate(void *context)
{
	double end = thread_seconds() + 1.0;
	void *kept[64] = {0};
	unsigned i = 0;

	(void)context;
	for (; thread_seconds() < end; i++) {
		free(kept[i % 64]);
		kept[i % 64] = malloc(i % 5000);
	}
	for (i = 0; i < 64; i++)
		free(kept[i]);
	return NULL;
}

/* Samples are taken while another thread has the loader's lock. */
static int hold_lock(struct dl_phdr_info *info, size_t size, void *context)
{
	(void)info;
	(void)size;
	(void)context;
	burn_a(0.3);
	return 1;
}

static void *hold(void *context)
{
	dl_iterate_phdr(hold_lock, context);
	return NULL;
}

static void run_threads(void)
{
	pthread_t threads[4];
	size_t i;

	for (i = 0; i < ARRAY_LEN(threads); i++)
		pthread_create(&threads[i], NULL, i == 3 ? hold : allocate, NULL);
	for (i = 0; i < ARRAY_LEN(threads); i++)
		pthread_join(threads[i], NULL);
}

static void no_memory_is_allocated(int unwinder)
{
	struct flamesample_options options;
	struct flamesample_stats stats;
	struct buf folded;

	flamesample_options_init(&options, sizeof(options));
	options.hz = 250;
	options.buckets = 1; /* so that there are evictions */
	options.unwinder = unwinder;
	calls = handled = 0;
	must_start(&options);
	wrap_handler();
	run_threads();
	CHECK_QUIET(handled > 300);
	CHECK(calls == 0);
	sigaction(SIGPROF, &sampling, NULL);
	folded = stop_and_fold(&stats);
	CHECK((double)stats.samples + lost(&stats) > 300 && stats.evicted > 0);
	CHECK_QUIET(stats.samples > 300);
	buf_release(&folded);
}

static void the_test_would_notice(void)
{
	void *volatile memory;

	calls = 0;
	in_handler = true;
	memory = malloc(1);
	free(memory);
	in_handler = false;
	CHECK(calls == 2);
}

int main(void)
{
	the_test_would_notice();
	no_memory_is_allocated(FLAMESAMPLE_UNWIND_AUTO);
	no_memory_is_allocated(FLAMESAMPLE_UNWIND_FRAMES);
	return check_done();
}
