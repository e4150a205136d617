/* SPDX-License-Identifier: MIT */
/* Stacks of text by the fingerprints of their lines; samples ahead of the parser. */
#include "collapse/cache/stack_cache.h"

void stack_cache_init(struct stack_cache *cache, bool is_only_one)
{
	fingerprint_prepare();
	*cache = (struct stack_cache){
		.generation_size = STACK_CACHE_TEXTS / STACK_CACHE_GENERATIONS *
				   (is_only_one ? 2 : 1),
	};
}

void stack_cache_release(struct stack_cache *cache)
{
	hash_slots_release(&cache->index);
	free(cache->room);
	*cache = (struct stack_cache){.generation_size = cache->generation_size};
}

void stack_cache_trim(struct stack_cache *cache)
{
	assert(cache->generation_size > 0 && cache->newest % cache->generation_size == 0);
	if (cache->used < cache->generation_size - cache->generation_size / 8)
		return;
	cache->newest = (cache->newest + cache->generation_size) %
			(STACK_CACHE_GENERATIONS * cache->generation_size);
	cache->used = 0;
	cache->is_round |= cache->newest == 0;
	if (cache->is_round)
		hash_slots_drop(&cache->index, cache->newest,
				cache->newest + cache->generation_size);
}

struct stack_cache_entry *stack_cache_find(const struct stack_cache *cache,
					   const struct fingerprint *text, frame_id root)
{
	const uint32_t hash = stack_cache_hash(text, root);
	size_t at = hash;
	uint32_t number;

	while ((number = hash_slots_next(&cache->index, hash, &at)) != HASH_NONE) {
		struct stack_cache_entry *entry = &cache->room[number];

		if (entry->root == root && fingerprint_equal(&entry->text, text))
			return entry;
	}
	return NULL;
}

struct stack_cache_entry *stack_cache_add(struct stack_cache *cache, const struct fingerprint *text,
					  frame_id root, uint32_t lines)
{
	const uint32_t number = cache->newest + cache->used;

	assert(cache->used <= cache->generation_size);
	if (cache->used == cache->generation_size || stack_cache_find(cache, text, root))
		return NULL;
	if (!cache->room)
		cache->room = memory_get((size_t)STACK_CACHE_GENERATIONS * cache->generation_size *
					 sizeof(*cache->room));
	cache->room[number] = (struct stack_cache_entry){*text, root, lines, NULL};
	cache->used++;
	hash_slots_add(&cache->index, stack_cache_hash(text, root), number);
	return &cache->room[number];
}

enum {
	FIRST_PATIENCE = 2048,
	HARDLY_ANY = 16, /* less than one in so many */
};

void stack_repeats_init(struct stack_repeats *repeats)
{
	*repeats = (struct stack_repeats){
		.looking = true,
		.patience = FIRST_PATIENCE,
	};
}

/*
 * Stop looking up for as many stacks as were looked up without success, the next time for twice as
 * many.
 */
static void stack_repeats_stop(struct stack_repeats *repeats)
{
	const uint64_t twice = 2 * repeats->rest;

	repeats->rest = twice > repeats->passed ? twice : repeats->passed;
	repeats->looking = false;
}

/* Start to look for repeated stacks. A stack may repeat after all distinct ones. */
static void stack_repeats_start(struct stack_repeats *repeats, uint64_t distinct)
{
	repeats->patience = FIRST_PATIENCE + 2 * distinct;
	repeats->looking = true;
}

void stack_repeats_decide(struct stack_repeats *repeats, uint64_t all, uint64_t distinct)
{
	const uint64_t more = all - repeats->all, fresh = distinct - repeats->distinct;

	assert(all >= repeats->all && distinct >= repeats->distinct && distinct <= all);
	repeats->all = all;
	repeats->distinct = distinct;
	repeats->passed += more;
	if (repeats->passed < (repeats->looking ? repeats->patience : repeats->rest))
		return;
	if (!repeats->looking && fresh >= more / 2)
		return;
	if (!repeats->looking)
		stack_repeats_start(repeats, distinct);
	else if (repeats->found < repeats->passed / HARDLY_ANY)
		stack_repeats_stop(repeats);
	else
		repeats->rest = 0;
	repeats->passed = repeats->found = 0;
}

size_t stack_queue_others(struct slice records)
{
	size_t size = records.len, more;

	if (size <= FINGERPRINT_LONGEST)
		return size;
	more = slice_find(slice_tail(records, FINGERPRINT_LONGEST), '\n');
	return more == SLICE_NONE ? size : FINGERPRINT_LONGEST + more + 1;
}

size_t stack_queue_end(struct slice text)
{
	size_t last;

	if (text.len > FINGERPRINT_LONGEST)
		text.len = FINGERPRINT_LONGEST;
	last = slice_find_twice(text, '\n');
	return last == SLICE_NONE ? SLICE_NONE : last + 1;
}

/* Another process may have the same place. */
static frame_id *root_of(struct stack_queue *queue, struct slice process)
{
	return &queue->roots[hash_bytes(process.ptr, process.len) % STACK_QUEUE_ROOTS];
}

static void refill(struct stack_queue *queue, struct slice *records,
		   const struct stack_cache *stacks, stack_queue_cut_fn *cut)
{
	struct queued_sample *sample = queue->samples, *end;

	for (; sample < queue->samples + STACK_QUEUE && records->len > 0; sample++) {
		sample->stack = sample->process = slice_of(NULL, 0);
		sample->known = NULL;
		cut(records, sample);
		if (sample->stack.len == 0)
			continue;
		sample->root = root_of(queue, sample->process);
		fingerprint_of(sample->stack, &sample->print);
		stack_cache_fetch_slot(stacks, &sample->print, *sample->root);
	}
	end = sample;
	for (sample = queue->samples; sample < end; sample++) {
		if (sample->stack.len > 0)
			stack_cache_fetch(stacks, &sample->print, *sample->root);
	}
	for (sample = queue->samples; sample < end; sample++) {
		if (sample->stack.len > 0)
			sample->known = stack_cache_find(stacks, &sample->print, *sample->root);
		if (sample->known && sample->known->stack)
			PREFETCH(sample->known->stack);
	}
	queue->next = 0;
	queue->count = (uint32_t)(end - queue->samples);
}

struct queued_sample *stack_queue_next(struct stack_queue *queue, struct slice *records,
				       const struct stack_cache *stacks, stack_queue_cut_fn *cut)
{
	assert(queue->next <= queue->count && queue->count <= STACK_QUEUE);
	while (queue->next < queue->count && queue->samples[queue->next].text.len == 0)
		queue->next++;
	if (queue->next == queue->count)
		refill(queue, records, stacks, cut);
	return queue->count > 0 ? &queue->samples[queue->next] : NULL;
}
