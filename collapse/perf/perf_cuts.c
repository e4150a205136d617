/* SPDX-License-Identifier: MIT */
/* Call stacks that lack their outermost callers, by thread. */
#include "collapse/perf/perf_cuts.h"

#include "common/base/memory.h"

enum {
	STACKS = 1024,
	STEP = 1024, /* bytes: sizes are multiples of it */
	REGION_BITS =
		26, /* stacks of one thread lie in one region, unless it ran another program */
};

struct cut_stack {
	uint64_t key;    /* thread and region; 0: a free entry */
	uint64_t end;    /* the highest address that a whole one needed; 0: not known */
	uint64_t lowest; /* stack pointer of one that was cut; UINT64_MAX: none was */
};

struct full {
	uint64_t count;
	unsigned frames; /* the largest limit */
};

struct perf_cuts {
	uint64_t count;
	struct full full[PERF_LIMITS];
	struct cut_stack stacks[STACKS];
};

/* NULL: another thread has the entry. */
static struct cut_stack *cuts_find(struct perf_cuts *cuts, uint64_t key)
{
	struct cut_stack *stack = &cuts->stacks[(key * UINT64_C(0x9e3779b97f4a7c15)) >> 54];

	if (stack->key == 0)
		*stack = (struct cut_stack){key, 0, UINT64_MAX};
	return stack->key == key ? stack : NULL;
}

static struct cut_stack *find_thread(struct perf_cuts **cuts, uint32_t tid, uint64_t sp)
{
	if (!*cuts)
		*cuts = memory_clear(1, sizeof(**cuts));
	return cuts_find(*cuts, ((uint64_t)tid << 32 ^ sp >> REGION_BITS) + 1);
}

void perf_cuts_add_whole(struct perf_cuts **cuts, uint32_t tid, uint64_t sp, uint64_t end)
{
	struct cut_stack *stack = find_thread(cuts, tid, sp);

	if (stack && end > stack->end)
		stack->end = end;
}

void perf_cuts_add_cut(struct perf_cuts **cuts, uint32_t tid, uint64_t sp)
{
	struct cut_stack *stack = find_thread(cuts, tid, sp);

	if (stack && sp < stack->lowest)
		stack->lowest = sp;
	(*cuts)->count++;
}

static void add_full(struct full *full, uint64_t count, unsigned frames)
{
	full->count += count;
	if (frames > full->frames)
		full->frames = frames;
}

void perf_cuts_add_full(struct perf_cuts **cuts, enum perf_limit limit, unsigned frames)
{
	if (!*cuts)
		*cuts = memory_clear(1, sizeof(**cuts));
	add_full(&(*cuts)->full[limit], 1, frames);
}

uint64_t perf_cuts_full(const struct perf_cuts *cuts, enum perf_limit limit, unsigned *frames)
{
	*frames = cuts ? cuts->full[limit].frames : 0;
	return cuts ? cuts->full[limit].count : 0;
}

void perf_cuts_merge(struct perf_cuts **into, struct perf_cuts *from)
{
	size_t i;

	if (!*into || !from) {
		*into = from ? from : *into;
		return;
	}
	(*into)->count += from->count;
	for (i = 0; i < PERF_LIMITS; i++)
		add_full(&(*into)->full[i], from->full[i].count, from->full[i].frames);
	for (i = 0; i < STACKS; i++) {
		const struct cut_stack *other = &from->stacks[i];
		struct cut_stack *stack = other->key != 0 ? cuts_find(*into, other->key) : NULL;

		if (stack && other->end > stack->end)
			stack->end = other->end;
		if (stack && other->lowest < stack->lowest)
			stack->lowest = other->lowest;
	}
	free(from);
}

uint64_t perf_cuts_count(const struct perf_cuts *cuts)
{
	return cuts ? cuts->count : 0;
}

uint64_t perf_cuts_size(const struct perf_cuts *cuts)
{
	uint64_t largest = 0;
	size_t i;

	for (i = 0; cuts && i < STACKS; i++) {
		const struct cut_stack *stack = &cuts->stacks[i];

		if (stack->lowest < stack->end && stack->end - stack->lowest > largest)
			largest = stack->end - stack->lowest;
	}
	return (largest + STEP - 1) / STEP * STEP;
}
