/* SPDX-License-Identifier: MIT */
#include "collapse/stack_queue.h"

#include <limits.h>

enum { BLOCK = 128 }; /* bytes */

/* Does one end in the block? A loop that compilers make vectors of; one byte behind is looked at. */
static bool has_empty_line(const char *text)
{
	unsigned char least = UCHAR_MAX;
	size_t i;

	for (i = 0; i < BLOCK; i++) {
		unsigned char other = (unsigned char)((text[i] ^ '\n') | (text[i + 1] ^ '\n'));

		least = other < least ? other : least;
	}
	return least == 0;
}

/* Where the second of two LFs stands. */
static size_t find_empty_line(struct slice text, size_t from)
{
	size_t at;

	while ((at = slice_find(slice_tail(text, from), '\n')) != SLICE_NONE) {
		from += at + 1;
		if (from < text.len && text.ptr[from] == '\n')
			return from;
	}
	return SLICE_NONE;
}

/* Four multiplications at a time do not wait for each other. */
static void hash_block(uint64_t lanes[4], const char *text)
{
	const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
	size_t i;

	for (i = 0; i < BLOCK; i += 32) {
		lanes[0] = (lanes[0] ^ slice_load(text + i)) * odd;
		lanes[1] = (lanes[1] ^ slice_load(text + i + 8)) * odd;
		lanes[2] = (lanes[2] ^ slice_load(text + i + 16)) * odd;
		lanes[3] = (lanes[3] ^ slice_load(text + i + 24)) * odd;
	}
}

size_t stack_queue_end(struct slice text, uint32_t *hash)
{
	uint64_t lanes[4] = {1, 2, 3, 4}, both;
	size_t at = 0, end;

	if (text.len > STACK_QUEUE_LONGEST)
		text.len = STACK_QUEUE_LONGEST;
	for (; text.len - at > BLOCK && !has_empty_line(text.ptr + at); at += BLOCK)
		hash_block(lanes, text.ptr + at);
	end = find_empty_line(text, at);
	if (end == SLICE_NONE)
		return SLICE_NONE;
	both = hash_mix(lanes[0] ^ hash_bytes(text.ptr + at, end - at), lanes[1]) ^
	       hash_mix(lanes[2], lanes[3]);
	*hash = (uint32_t)(both >> 32);
	return end;
}

bool stack_queue_is(struct slice text, const struct line_cache *lines,
		    const struct stack_cache_entry *entry)
{
	const char *at = text.ptr, *end = at + text.len;
	uint32_t i;

	for (i = 0; i < entry->count; i++) {
		size_t size = line_cache_length(lines, entry->lines[i]);
		struct slice line = slice_of(at, size);

		if ((size_t)(end - at) <= size || at[size] != '\n' ||
		    !line_cache_is(lines, entry->lines[i], &line))
			return false;
		at += size + 1;
	}
	return at == end;
}

/* A part of the records that is no sample, whole lines if it can be. */
static size_t end_of_others(struct slice records)
{
	size_t size = records.len, more;

	if (size <= STACK_QUEUE_LONGEST)
		return size;
	more = slice_find(slice_tail(records, STACK_QUEUE_LONGEST), '\n');
	return more == SLICE_NONE ? size : STACK_QUEUE_LONGEST + more + 1;
}

/* Take the next sample, or what is none, off the front of the records. */
static struct queued_sample cut_sample(struct slice *records)
{
	struct queued_sample sample = {.known = HASH_NONE};
	size_t head = slice_find(*records, '\n'), end;

	if (head == SLICE_NONE) {
		end = records->len;
	} else if (head == 0) {
		end = 1;
	} else if (head + 1 < records->len && records->ptr[head + 1] == '\n') {
		end = head + 2;
	} else {
		end = stack_queue_end(slice_tail(*records, head + 1), &sample.hash);
		if (end == SLICE_NONE) {
			end = end_of_others(*records);
		} else {
			if (records->ptr[0] != '\t' && records->ptr[head + 1] == '\t')
				sample.head = head + 1;
			end += head + 2;
		}
	}
	sample.text = slice_head(*records, end);
	*records = slice_tail(*records, end);
	return sample;
}

static void fetch_entry(const struct stack_cache_entry *entry)
{
	__builtin_prefetch(entry);
	__builtin_prefetch(entry->lines + 16);
}

static void refill(struct stack_queue *queue, struct slice *records, const struct line_cache *lines,
		   const struct stack_cache *stacks)
{
	struct queued_sample *sample = queue->samples, *end;

	for (; sample < queue->samples + STACK_QUEUE && records->len > 0; sample++) {
		*sample = cut_sample(records);
		if (sample->head > 0)
			hash_index_fetch(&stacks->texts, sample->hash);
	}
	end = sample;
	for (sample = queue->samples; sample < end; sample++) {
		if (sample->head > 0)
			sample->known = stack_cache_find_text(stacks, sample->hash);
		if (sample->known != HASH_NONE)
			fetch_entry(stack_cache_entry(stacks, sample->known));
	}
	for (sample = queue->samples; sample < end; sample++) {
		if (sample->known != HASH_NONE)
			line_window_fetch_known(stack_cache_entry(stacks, sample->known), lines);
	}
	queue->next = 0;
	queue->count = (uint32_t)(end - queue->samples);
}

struct queued_sample *stack_queue_next(struct stack_queue *queue, struct slice *records,
				       const struct line_cache *lines,
				       const struct stack_cache *stacks)
{
	while (queue->next < queue->count && queue->samples[queue->next].text.len == 0)
		queue->next++;
	if (queue->next == queue->count)
		refill(queue, records, lines, stacks);
	return queue->count > 0 ? &queue->samples[queue->next] : NULL;
}
