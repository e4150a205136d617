/* SPDX-License-Identifier: MIT */
#include "common/io/input_records.h"

size_t input_next_line(struct slice text, size_t from)
{
	size_t at = slice_find(slice_tail(text, from - 1), '\n');

	return at == SLICE_NONE ? SLICE_NONE : from + at;
}

size_t input_next_line_that(struct slice text, size_t from, bool (*is_start)(struct slice line))
{
	size_t start = input_next_line(text, from), length;

	while (start != SLICE_NONE) {
		length = slice_find(slice_tail(text, start), '\n');
		if (length == SLICE_NONE)
			return SLICE_NONE;
		if (is_start(slice_of(text.ptr + start, length)))
			return start;
		start += length + 1;
	}
	return SLICE_NONE;
}

size_t input_anywhere(struct slice text, size_t from)
{
	return from <= text.len ? from : SLICE_NONE;
}

/* The line at `at`, where the format starts a record. */
static bool is_too_long(const struct record_rule *rule, struct slice text, size_t at)
{
	return rule->next != input_next_line && text.len - at > rule->max &&
	       slice_find(slice_of(text.ptr + at, rule->max), '\n') == SLICE_NONE;
}

static size_t records_next_record(const struct record_rule *rule, struct slice text, size_t from)
{
	size_t at = rule->next(text, from);

	while (at != SLICE_NONE && is_too_long(rule, text, at))
		at = rule->next(text, at + 1);
	return at;
}

struct record_search record_search_from(const struct record_rule *rule, size_t target)
{
	assert(target > 0);
	return (struct record_search){
		.rule = rule, .target = target, .from = target, .seen = target - 1};
}

size_t record_search_in(struct record_search *search, struct slice text, bool is_all)
{
	const struct record_rule *rule = search->rule;
	size_t line_end = slice_find(slice_tail(text, search->seen), '\n'), at;

	if (is_all || rule->next == input_anywhere || line_end != SLICE_NONE) {
		at = records_next_record(rule, text, search->from);
		if (at != SLICE_NONE)
			return at;
	}
	if (line_end != SLICE_NONE && search->keep == 0)
		search->keep = search->seen + line_end + 1;
	if (line_end != SLICE_NONE)
		search->from = slice_rfind(text, '\n') + 1;
	search->seen = text.len;
	/* inside a line: it starts before the target, or is too long to start a record */
	if (text.ptr[search->from - 1] != '\n' || text.len - search->from >= rule->max)
		search->from = text.len;
	return SLICE_NONE;
}

static void cut_out(struct record_search *search, struct buf *buf, size_t end)
{
	struct slice text = slice_between(buf->ptr + search->keep, buf->ptr + end);

	search->bytes += text.len;
	search->lines += slice_count(text, '\n');
	memmove(buf->ptr + search->keep, buf->ptr + end, buf->len - end);
	buf->len -= text.len;
}

void record_search_trim(struct record_search *search, struct buf *buf)
{
	size_t end = search->from - 1;

	if (search->bytes == 0 && search->from - search->target <= search->rule->max)
		return;
	if (search->keep == 0)
		search->keep = search->target; /* the line there is too long to start a record */
	if (end <= search->keep)
		return;
	cut_out(search, buf, end);
	search->from = search->keep + 1;
	search->seen = buf->len;
}

void record_search_close(struct record_search *search, struct buf *buf, size_t *end)
{
	if (search->bytes == 0)
		return;
	search->lines += buf->ptr[*end - 1] != '\n'; /* the last line of a file */
	cut_out(search, buf, *end);
	*end = search->keep;
}

void record_take(const struct record_rule *rule, struct chunk *chunk)
{
	struct slice rest = chunk->rest;
	size_t at = 0, next = 0, removed = 0;

	chunk->text = rest;
	chunk->rest = slice_tail(rest, rest.len);
	chunk->last = chunk->ends_file;
	chunk->left_out = 0;
	if (rest.len <= rule->max && chunk->removed == 0)
		return;
	while (removed == 0 && next - at <= rule->max) {
		if (next == rest.len)
			return;
		at = next;
		next = records_next_record(rule, rest, at + 1);
		if (next == SLICE_NONE) {
			next = rest.len;
			removed = chunk->removed;
			chunk->removed = 0;
		}
	}
	chunk->text = slice_head(rest, at);
	chunk->rest = slice_tail(rest, next);
	chunk->last = false;
	chunk->left_out = slice_count(slice_between(rest.ptr + at, rest.ptr + next), '\n') +
			  (removed > 0 ? removed : rest.ptr[next - 1] != '\n');
}
