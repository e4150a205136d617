/* SPDX-License-Identifier: MIT */
#include "common/io/snapshots.h"

#define END_MARK "# flambeau: end="

bool snapshots_begin(struct slice head)
{
	return slice_starts(head, SLICE(SNAPSHOTS_MARK));
}

/* The number after a mark, which is the whole line. */
static bool snapshots_take_number(struct slice line, struct slice mark, uint64_t *number)
{
	return slice_skip(&line, mark) && slice_to_u64(line, number);
}

/* Drop the text before `at`, which is no longer needed. */
static void drop_head(struct snapshots *snapshots, size_t at)
{
	struct buf *text = &snapshots->text;

	memmove(text->ptr, text->ptr + at, text->len - at);
	text->len -= at;
	snapshots->looked_at = 0;
}

/* The text up to `end` is whole; what follows it begins at `next`. */
static void close_snapshot(struct snapshots *snapshots, size_t end, size_t next)
{
	buf_reset(&snapshots->newest);
	buf_add(&snapshots->newest, slice_head(buf_slice(&snapshots->text), end));
	snapshots->newest_number = snapshots->number;
	snapshots->has_newest = true;
	snapshots->is_open = false;
	drop_head(snapshots, next);
}

/* A line of the text, from `at` up to its line feed, which is in front of `next`. */
static void see_line(struct snapshots *snapshots, size_t at, size_t next)
{
	const char *text = snapshots->text.ptr;
	const struct slice line = slice_between(text + at, text + next - 1);
	uint64_t number;

	snapshots->looked_at = next;
	if (snapshots_take_number(line, SLICE(SNAPSHOTS_MARK), &number)) {
		snapshots->is_open = true;
		snapshots->number = number;
		drop_head(snapshots, next);
	} else if (snapshots_take_number(line, SLICE(END_MARK), &number) && snapshots->is_open &&
		   number == snapshots->number) {
		close_snapshot(snapshots, at, next);
	} else if (!snapshots->is_open) {
		drop_head(snapshots, next);
	}
}

void snapshots_add(struct snapshots *snapshots, struct slice bytes)
{
	struct slice rest;
	size_t at, feed;

	buf_add(&snapshots->text, bytes);
	for (;;) {
		at = snapshots->looked_at;
		rest = slice_tail(buf_slice(&snapshots->text), at);
		feed = slice_find(rest, '\n');
		if (feed == SLICE_NONE)
			return;
		see_line(snapshots, at, at + feed + 1);
	}
}

bool snapshots_has_rest(const struct snapshots *snapshots)
{
	return snapshots->is_open || snapshots->text.len > 0;
}

void snapshots_release(struct snapshots *snapshots)
{
	buf_release(&snapshots->text);
	buf_release(&snapshots->newest);
	*snapshots = (struct snapshots){0};
}

void snapshots_add_begin(struct buf *buf, uint64_t number)
{
	buf_printf(buf, SNAPSHOTS_MARK "%llu\n", (unsigned long long)number);
}

void snapshots_add_end(struct buf *buf, uint64_t number)
{
	buf_printf(buf, END_MARK "%llu\n", (unsigned long long)number);
}
