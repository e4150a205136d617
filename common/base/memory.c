/* SPDX-License-Identifier: MIT */
#include "common/base/memory.h"

#include <errno.h>

#include "common/base/context.h"
#include "common/base/diag.h"
#include "common/base/system.h"
#include "common/system/os.h"

/* "64M": the largest unit that divides it. */
static const char *size_text(char *room, size_t size, uint64_t bytes)
{
	static const char units[] = " KMGT";
	size_t unit = 0;

	while (bytes % 1024 == 0 && unit < sizeof(units) - 2) {
		bytes /= 1024;
		unit++;
	}
	snprintf(room, size, unit > 0 ? "%llu%c" : "%llu", (unsigned long long)bytes, units[unit]);
	return room;
}

/* Must not allocate: called when allocation has failed. */
COLD void memory_die(void)
{
	const struct context *own = context();
	struct memory_use use = {0};
	char limit[32] = "", held[128] = "";

	if (own->memory_use)
		own->memory_use(own->memory_use_context, &use);
	if (use.stacks > 0)
		snprintf(held, sizeof(held),
			 "; read so far: %zu different stacks of %zu different frames", use.stacks,
			 use.frames);
	if (own->memory_limit == 0)
		diag_die("out of memory%s", held);
	diag_die("out of memory: --max-memory=%s is too small%s",
		 size_text(limit, sizeof(limit), own->memory_limit), held);
}

COLD bool limits_met(void)
{
	struct context *own = context();
	char limit[32];

	if (!own->hosted)
		return false;
	if (own->memory_limit > 0 && atomic_load(&own->memory_used) > (long long)own->memory_limit)
		diag_error_limit("the limit of %s bytes of memory is too small",
				 size_text(limit, sizeof(limit), own->memory_limit));
	else if (own->deadline > 0 && clock_seconds() > own->deadline)
		diag_error_limit("the limit of time is over");
	return own->code == CODE_LIMIT;
}

COLD void *memory_grow_counted(void *old, size_t *cap, size_t need, size_t size)
{
	const size_t before = *cap;

	if (need <= before)
		return old;
	old = memory_grow(old, cap, need, size);
	limits_use((long long)((*cap - before) * size));
	return old;
}

COLD void memory_drop(void *memory, size_t count, size_t size)
{
	if (memory)
		limits_use(-(long long)(count * size));
	free(memory);
}

COLD void limits_use(long long bytes)
{
	struct context *own = context();

	if (own->hosted)
		atomic_fetch_add(&own->memory_used, bytes);
}

COLD void memory_explain(memory_use_fn *use, const void *of)
{
	context()->memory_use = use;
	context()->memory_use_context = of;
}

COLD void *memory_get(size_t size)
{
	void *memory = malloc(size > 0 ? size : 1);

	if (!memory)
		memory_die();
	return memory;
}

COLD void *memory_resize(void *old, size_t count, size_t size)
{
	void *memory;

	if (size > 0 && count > SIZE_MAX / size)
		memory_die();
	memory = realloc(old, count * size > 0 ? count * size : 1);
	if (!memory)
		memory_die();
	return memory;
}

COLD void *memory_clear(size_t count, size_t size)
{
	void *memory = calloc(count > 0 ? count : 1, size);

	if (!memory)
		memory_die();
	return memory;
}

/* At a huge page; the whole huge pages of it are to be huge. */
static void *get_huge(size_t size)
{
	void *memory = aligned_alloc(MEMORY_HUGE,
				     (size + MEMORY_HUGE - 1) / MEMORY_HUGE * MEMORY_HUGE);

	if (!memory)
		memory_die();
	os_huge(memory, size / MEMORY_HUGE * MEMORY_HUGE);
	return memory;
}

COLD void *memory_huge(size_t size)
{
	assert(size > 0 && size % MEMORY_HUGE == 0);
	return get_huge(size);
}

COLD void *memory_large(size_t size)
{
	return size >= MEMORY_HUGE ? get_huge(size) : memory_get(size);
}

/*
 * Slots of a large table are read in no order; in huge pages they take fewer misses of the
 * translation buffer. Without it flamegraph takes 1.11 x the time on 10,000,000 stacks of one
 * frame (trap-one-frame of tests/bench).
 */
COLD void *memory_touch(size_t count, size_t size)
{
	void *memory;

	if (count >= (SIZE_MAX - MEMORY_HUGE) / size)
		memory_die();
	size *= count;
	memory = memory_large(size);
	memset(memory, 0, size);
	return memory;
}

COLD void *memory_reserve(size_t size)
{
	void *memory = os_reserve(size);

	if (!memory)
		memory_die();
	return memory;
}

COLD void memory_open(void *memory, size_t from, size_t to)
{
	assert(from <= to);
	if (!os_open((char *)memory + from, to - from))
		memory_die();
}

COLD void memory_unreserve(void *memory, size_t size)
{
	os_unreserve(memory, size);
}

/* The first elements take some 256 bytes: there may be an array for each few bytes of an input. */
COLD void *memory_grow(void *old, size_t *cap, size_t need, size_t size)
{
	size_t first, want;

	if (need <= *cap)
		return old;
	first = size < 16 ? 16 : size < 256 ? 256 / size : 1;
	want = *cap > 0 ? *cap : need > first ? need : first;
	while (want < need)
		want = want > SIZE_MAX / 2 ? need : want * 2;
	*cap = want;
	return memory_resize(old, want, size);
}
