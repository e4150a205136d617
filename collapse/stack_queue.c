/* SPDX-License-Identifier: MIT */
#include "collapse/stack_queue.h"

#include "collapse/empty_line.h"

/* A part of the records that is no sample, whole lines if it can be. */
static size_t end_of_others(struct slice records)
{
	size_t size = records.len, more;

	if (size <= FINGERPRINT_LONGEST)
		return size;
	more = slice_find(slice_tail(records, FINGERPRINT_LONGEST), '\n');
	return more == SLICE_NONE ? size : FINGERPRINT_LONGEST + more + 1;
}

/* Bytes of the stack behind the first line of the records, SLICE_NONE where it is too long. */
static size_t stack_size(struct slice records, size_t head)
{
	struct slice text = slice_tail(records, head);

	if (text.len > FINGERPRINT_LONGEST)
		text.len = FINGERPRINT_LONGEST;
	return empty_line_find(text);
}

/* The process stands in front of a number. Another process may have the same place. */
static frame_id *root_of(struct stack_queue *queue, struct slice line)
{
	size_t len = 1;

	while (len < line.len && !(char_is_digit(line.ptr[len]) && line.ptr[len - 1] == ' '))
		len++;
	return &queue->roots[hash_bytes(line.ptr, len) % STACK_QUEUE_ROOTS];
}

/* Take the next sample, or what is none, off the front of the records. */
static void cut_sample(struct stack_queue *queue, struct slice *records,
		       struct queued_sample *sample)
{
	size_t line = slice_find(*records, '\n'), head = line + 1, stack, end;

	sample->head = 0;
	sample->known = NULL;
	if (line == SLICE_NONE) {
		end = records->len;
	} else if (line == 0) {
		end = 1;
	} else if (head < records->len && records->ptr[head] == '\n') {
		end = head + 1;
	} else if ((stack = stack_size(*records, head)) == SLICE_NONE) {
		end = end_of_others(*records);
	} else {
		end = head + stack + 1;
		if (records->ptr[0] != '\t' && records->ptr[head] == '\t') {
			sample->head = head;
			sample->root = root_of(queue, slice_head(*records, line));
			fingerprint_of(slice_of(records->ptr + head, stack), &sample->print);
		}
	}
	sample->text = slice_head(*records, end);
	*records = slice_tail(*records, end);
}

static void refill(struct stack_queue *queue, struct slice *records,
		   const struct stack_cache *stacks)
{
	struct queued_sample *sample = queue->samples, *end;

	for (; sample < queue->samples + STACK_QUEUE && records->len > 0; sample++) {
		cut_sample(queue, records, sample);
		if (sample->head > 0)
			stack_cache_fetch_slot(stacks, &sample->print, *sample->root);
	}
	end = sample;
	for (sample = queue->samples; sample < end; sample++) {
		if (sample->head > 0)
			stack_cache_fetch(stacks, &sample->print, *sample->root);
	}
	for (sample = queue->samples; sample < end; sample++) {
		if (sample->head > 0)
			sample->known = stack_cache_find(stacks, &sample->print, *sample->root);
		if (sample->known && sample->known->stack)
			__builtin_prefetch(sample->known->stack, 1);
	}
	queue->next = 0;
	queue->count = (uint32_t)(end - queue->samples);
}

struct queued_sample *stack_queue_next(struct stack_queue *queue, struct slice *records,
				       const struct stack_cache *stacks)
{
	while (queue->next < queue->count && queue->samples[queue->next].text.len == 0)
		queue->next++;
	if (queue->next == queue->count)
		refill(queue, records, stacks);
	return queue->count > 0 ? &queue->samples[queue->next] : NULL;
}
