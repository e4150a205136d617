/* SPDX-License-Identifier: MIT */
#include "record/sampler/report/store.h"

void store_release(struct store *store)
{
	intern_release(&store->keys);
	free(store->room);
	free(store->counts);
	*store = (struct store){0};
}

/* The counts grow first: when memory is out nothing is half done. */
void store_add(struct store *store, const struct stack_sample *sample)
{
	struct slice key = slice_of(stack_sample_key(sample), stack_sample_key_size(sample));
	size_t before = store->keys.count;
	frame_id id;

	store->counts = memory_grow(store->counts, &store->cap, before + 1, sizeof(uint64_t));
	id = intern_add(&store->keys, key);
	if (id == before)
		store->counts[id] = 0;
	store->counts[id] += sample->count;
}

const struct stack_sample *store_sample(struct store *store, size_t number)
{
	struct slice key = intern_name(&store->keys, (frame_id)number);

	assert(number < store_count(store) &&
	       key.len >= sizeof(struct stack_sample) - STACK_SAMPLE_KEY);
	store->room = memory_resize(store->room, 1, STACK_SAMPLE_KEY + key.len);
	memcpy((char *)store->room + STACK_SAMPLE_KEY, key.ptr, key.len);
	store->room->count = store->counts[number];
	return store->room;
}
