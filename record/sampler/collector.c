/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* MAP_ANONYMOUS */

#include "record/sampler/sampler.h"

#include <errno.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	WAIT = 200000, /* ns that a handler waits for the lock: for some samples of other threads */
	TRIES = 100,   /* between two looks at the clock */
};

static size_t align(size_t size)
{
	return (size + 63) / 64 * 64;
}

static struct collector *collector_map(size_t buckets, uint32_t depth, size_t blocklist_size)
{
	size_t table = table_size(buckets, depth), sample = align(stack_sample_size(depth));
	size_t bucket = table_size(1, depth), size;
	struct collector *collector;
	char *memory;

	size = align(sizeof(*collector)) + sample + bucket + align(blocklist_size);
	if (table > SIZE_MAX / 2 - size) {
		errno = ENOMEM;
		return NULL;
	}
	memory = mmap(NULL, size + table, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (memory == MAP_FAILED)
		return NULL;
	collector = (struct collector *)(void *)memory;
	collector->size = size + table;
	collector->spill.fd = -1;
	collector->peek.spill = &collector->spill;
	memory += align(sizeof(*collector));
	collector->sample = (struct stack_sample *)(void *)memory;
	collector->bucket = memory + sample;
	sample_table_init(&collector->table, buckets, depth, collector->bucket + bucket);
	collector->blocklist = collector->bucket + bucket + table;
	return collector;
}

static size_t blocklist_size(const char *const *list)
{
	size_t size = 1;

	for (; list && *list; list++)
		size += strlen(*list) + 1;
	return size;
}

static void copy_blocklist(char *to, const char *const *list)
{
	for (; list && *list; list++) {
		size_t size = strlen(*list) + 1;

		memcpy(to, *list, size);
		to += size;
	}
}

struct collector *collector_open(struct collector *collector)
{
	if (spill_open(&collector->spill, collector->spill_dir, collector->spill_size))
		return collector;
	collector_free(collector);
	return NULL;
}

struct collector *collector_new(const struct flamesample_options *options)
{
	const char *dir = options->spill_dir ? options->spill_dir : getenv("TMPDIR");
	struct collector *collector = collector_map(options->buckets, options->depth,
						    blocklist_size(options->blocklist));

	if (!collector)
		return NULL;
	collector->hz = options->hz;
	collector->spill_size = options->spill_size;
	snprintf(collector->spill_dir, sizeof(collector->spill_dir), "%s", dir ? dir : "/tmp");
	copy_blocklist(collector->blocklist, options->blocklist);
	modules_init(&collector->modules, collector->blocklist);
	return collector_open(collector);
}

struct collector *collector_fork(const struct collector *from)
{
	const char *blocklist = from->blocklist;
	size_t size = (size_t)((const char *)from + from->size - blocklist);
	struct collector *collector = collector_map(from->table.buckets, from->table.depth, size);

	if (!collector)
		return NULL;
	collector->hz = from->hz;
	collector->with_libunwind = from->with_libunwind;
	collector->spill_size = from->spill_size;
	memcpy(collector->spill_dir, from->spill_dir, sizeof(from->spill_dir));
	memcpy(collector->blocklist, blocklist, size);
	modules_copy(&collector->modules, &from->modules);
	collector->modules.blocklist = collector->blocklist;
	return collector;
}

void collector_free(struct collector *collector)
{
	int error = errno;

	spill_close(&collector->spill);
	munmap(collector, collector->size);
	errno = error;
}

static uint64_t collector_now(clockid_t clock)
{
	struct timespec time = {0};

	clock_gettime(clock, &time);
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static bool try_some_times(struct collector *collector)
{
	int i;

	for (i = 0; i < TRIES; i++) {
		if (!__atomic_load_n(&collector->lock, __ATOMIC_RELAXED) &&
		    !__atomic_test_and_set(&collector->lock, __ATOMIC_ACQUIRE))
			return true;
	}
	return false;
}

static bool try_lock(struct collector *collector)
{
	uint64_t begin;

	if (try_some_times(collector))
		return true;
	begin = collector_now(CLOCK_MONOTONIC);
	do {
		if (try_some_times(collector))
			return true;
	} while (collector_now(CLOCK_MONOTONIC) - begin < WAIT);
	return false;
}

void collector_lock(struct collector *collector)
{
	while (!try_some_times(collector))
		sched_yield();
}

void collector_unlock(struct collector *collector)
{
	assert(__atomic_load_n(&collector->lock, __ATOMIC_RELAXED));
	__atomic_clear(&collector->lock, __ATOMIC_RELEASE);
}

static void guard(void *context, bool begin)
{
	if (begin)
		collector_lock(context);
	else
		collector_unlock(context);
}

void collector_refresh(struct collector *collector)
{
	modules_refresh(&collector->modules, guard, collector);
}

uint64_t collector_cpu_time(void)
{
	return collector_now(CLOCK_PROCESS_CPUTIME_ID);
}

static void collector_fill(struct collector *collector, const void *context)
{
	struct stack_sample *sample = collector->sample;
	struct walk *walk = &collector->walk;
	char name[STACK_SAMPLE_THREAD] = "";
	int32_t thread = (int32_t)syscall(SYS_gettid);

	peek_begin(&collector->peek, thread);
	*walk = (struct walk){
		.modules = &collector->modules,
		.peek = &collector->peek,
		.context = context,
		.frames = sample->frames,
		.max = collector->table.depth,
	};
	if (collector->with_libunwind)
		unwind_walk(walk);
	else
		walk_frame_pointers(walk);
	*sample = (struct stack_sample){
		.count = 1,
		.depth = walk->depth,
		.tid = thread,
		.epoch = collector->modules.epoch,
		.flags = walk->truncated ? STACK_SAMPLE_TRUNCATED : 0,
	};
	prctl(PR_GET_NAME, name);
	memcpy(sample->thread, name, strnlen(name, sizeof(name)));
}

bool collector_sample(struct collector *collector, uint64_t late, const void *context)
{
	struct collector_counters *counters = &collector->counters;

	if (!try_lock(collector))
		return false;
	collector_fill(collector, context);
	counters->lost_late += late;
	counters->cpu_now = collector_cpu_time();
	switch (sample_table_add(&collector->table, &collector->spill, collector->sample)) {
	case TABLE_EVICTED: counters->evicted++; /* fall through */
	case TABLE_ADDED:
		counters->samples++;
		counters->truncated += collector->walk.truncated;
		break;
	case TABLE_FULL: counters->lost_full++; break;
	}
	collector_unlock(collector);
	return true;
}

void collector_lose(struct collector *collector, uint64_t busy)
{
	__atomic_fetch_add(&collector->counters.lost_busy, busy, __ATOMIC_RELAXED);
}

static void take_spill(struct collector *collector,
		       void (*take)(void *context, const struct stack_sample *sample),
		       void *context)
{
	struct stack_sample *room = (struct stack_sample *)(void *)collector->bucket;
	bool more;

	do {
		collector_lock(collector);
		more = spill_read(&collector->spill, room, collector->table.depth);
		if (!more) /* what a damaged file had is lost */
			collector->spill.taken = collector->spill.size = 0;
		collector_unlock(collector);
		if (more)
			take(context, room);
	} while (more);
}

/*
 * A stack is in the table or in the file, and moves from the one to the other: nothing is seen
 * twice when it is taken out, and nothing is missed when the file comes last.
 */
void collector_take(struct collector *collector,
		    void (*take)(void *context, const struct stack_sample *sample), void *context)
{
	size_t bucket, count, i;

	for (bucket = 0; bucket < collector->table.buckets; bucket++) {
		collector_lock(collector);
		count = sample_table_take(&collector->table, bucket, collector->bucket);
		collector_unlock(collector);
		for (i = 0; i < count; i++)
			take(context, (const struct stack_sample
					       *)(const void *)(collector->bucket +
								i * collector->table.place_size));
	}
	take_spill(collector, take, context);
}
