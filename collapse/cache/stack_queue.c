/* SPDX-License-Identifier: MIT */
#include "collapse/cache/stack_queue.h"

#include "collapse/cache/empty_line.h"

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
	if (text.len > FINGERPRINT_LONGEST)
		text.len = FINGERPRINT_LONGEST;
	return empty_line_find(text);
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
