/* SPDX-License-Identifier: MIT */
#include "common/io/input_range.h"

#include <errno.h>

enum { READ_ON = 1 << 20 }; /* most bytes at a time to find the end of a record */

size_t input_read_on(const struct buf *buf, size_t target)
{
	size_t more = buf->len - target + 4096;

	return buf->len + (more < READ_ON ? more : READ_ON);
}

/* Make the buffer hold `want` bytes of the file from range->base on; false at the end of it. */
static bool range_fill(struct input_range *range, struct buf *buf, size_t want)
{
	off_t at = range->base + (off_t)range->removed + (off_t)buf->len;
	size_t more = want - buf->len;
	ssize_t n;

	if ((off_t)more > range->source->end - at)
		more = (size_t)(range->source->end - at);
	n = source_read_at(range->source, buf_reserve(buf, more), more, at);
	if (n < 0)
		range->problem = errno;
	else
		buf->len += (size_t)n;
	return buf->len == want;
}

/*
 * The first record start of the range, SLICE_NONE if it has none. Deciding about its last line may
 * need the whole line.
 */
static size_t range_find_start(struct input_range *range, const struct record_rule *rule,
			       struct buf *buf, bool *more)
{
	struct record_search search = record_search_from(rule, range->begin);
	size_t start;

	for (;;) {
		start = record_search_in(&search, buf_slice(buf), !*more);
		if (start != SLICE_NONE || search.from >= range->end || !*more)
			return start < range->end ? start : SLICE_NONE;
		*more = range_fill(range, buf, input_read_on(buf, range->begin));
	}
}

/* The first record start after the range: where the chunk ends, or SLICE_NONE. */
static size_t find_end(struct input_range *range, struct record_search *search, struct buf *buf,
		       bool more)
{
	size_t end;

	for (;;) {
		end = record_search_in(search, buf_slice(buf), !more);
		if (end != SLICE_NONE || !more)
			return end;
		record_search_trim(search, buf);
		range->removed = search->bytes;
		more = range_fill(range, buf, input_read_on(buf, range->end));
	}
}

void input_range_read(struct input_range *range, const struct record_rule *rule, struct buf *buf,
		      struct chunk *chunk)
{
	bool more = range_fill(range, buf, range->end) && !range->last;
	struct record_search search = record_search_from(rule, range->end);
	size_t start = 0, end = SLICE_NONE;

	chunk->rest = slice_of(buf->ptr, 0);
	chunk->removed = 0;
	chunk->ends_file = false;
	if (range->begin > 0 && buf->len > 0)
		start = range_find_start(range, rule, buf, &more);
	if (start == SLICE_NONE || start >= buf->len)
		return;
	/* shorter: the file was truncated while it was read */
	if (!range->last && buf->len >= range->end)
		end = find_end(range, &search, buf, more);
	chunk->ends_file = end == SLICE_NONE;
	if (chunk->ends_file)
		end = buf->len;
	record_search_close(&search, buf, &end);
	range->removed = search.bytes;
	range->next = range->base + (off_t)(range->removed + end);
	chunk->removed = search.lines;
	chunk->rest = slice_of(buf->ptr + start, end - start);
}
