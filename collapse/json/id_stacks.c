/* SPDX-License-Identifier: MIT */
#include "collapse/json/id_stacks.h"

#include "common/base/checked.h"

struct id_stack {
	uint64_t count;
	uint32_t depth;
};

static uint32_t id_stacks_below(struct slice keys)
{
	uint32_t below;

	memcpy(&below, keys.ptr, sizeof(below));
	return below;
}

/* Take a key off the end. */
static uint64_t id_stacks_take_key(struct slice *keys)
{
	uint64_t key = 0;
	char byte;

	do {
		byte = keys->ptr[--keys->len];
		key = key << 7 | (uint64_t)(byte & 0x7F);
	} while (byte & 0x80);
	return key;
}

void id_stacks_begin(struct id_stacks *stacks, uint32_t below)
{
	buf_reset(&stacks->next);
	buf_add_few(&stacks->next, (const char *)&below, sizeof(below));
	stacks->depth = below == ID_STACKS_NONE ? 0 : stacks->stacks[below].depth;
}

uint32_t id_stacks_end(struct id_stacks *stacks)
{
	const struct slice keys = buf_slice(&stacks->next);
	const size_t known = stacks->keys.count;
	uint32_t stack;

	if (keys.len == sizeof(uint32_t))
		return id_stacks_below(keys);
	stack = intern_add(&stacks->keys, keys);
	if (stack == known) {
		MEMORY_ROOM(stacks->stacks, known, stacks->cap);
		stacks->stacks[stack] = (struct id_stack){.depth = stacks->depth};
	}
	return stack;
}

bool id_stacks_add(struct id_stacks *stacks, uint32_t stack, uint64_t count)
{
	return u64_add(&stacks->stacks[stack].count, count);
}

bool id_stacks_rescale(struct id_stacks *stacks, unsigned scale)
{
	uint64_t unit;
	size_t i;

	if (scale <= stacks->scale)
		return true; /* most often: all stacks are looked at below */
	unit = u64_power_of_ten(scale - stacks->scale);
	for (i = 0; i < stacks->keys.count; i++) {
		if (stacks->stacks[i].count > UINT64_MAX / unit)
			return false;
	}
	for (i = 0; i < stacks->keys.count; i++)
		stacks->stacks[i].count *= unit;
	stacks->scale = scale;
	return true;
}

/* In the largest units that are exact. */
static struct weight weight_of(uint64_t count, unsigned scale)
{
	for (; scale > 0 && count % 10 == 0; scale--)
		count /= 10;
	return (struct weight){.count = {count, count}, .scale = scale};
}

void id_stacks_count(struct ingest_run *run, const struct id_stacks *stacks, uint32_t stack,
		     const struct weight *weight,
		     frame_id (*name)(struct ingest_run *run, uint64_t key))
{
	const struct weight exact = weight_of(weight->count[0], weight->scale);

	if (!text_affords(run, stacks->stacks[stack].depth))
		return;
	text_cut(run, 0);
	while (stack != ID_STACKS_NONE) {
		struct slice keys = intern_name(&stacks->keys, stack);

		while (keys.len > sizeof(stack))
			text_push_frame(run, name(run, id_stacks_take_key(&keys)));
		stack = id_stacks_below(keys);
	}
	text_weigh(run, TEXT_LEAF_FIRST, &exact);
	text_cut(run, 0);
}

void id_stacks_flush(struct ingest_run *run, struct id_stacks *stacks,
		     frame_id (*name)(struct ingest_run *run, uint64_t key))
{
	uint32_t i;

	for (i = 0; i < stacks->keys.count; i++) {
		const uint64_t count = stacks->stacks[i].count;

		if (count > 0)
			id_stacks_count(
				run, stacks, i,
				&(struct weight){.count = {count, count}, .scale = stacks->scale},
				name);
	}
	id_stacks_release(stacks);
}

void id_stacks_release(struct id_stacks *stacks)
{
	intern_release(&stacks->keys);
	free(stacks->stacks);
	buf_release(&stacks->next);
	*stacks = (struct id_stacks){0};
}
