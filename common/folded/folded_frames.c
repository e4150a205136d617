/* SPDX-License-Identifier: MIT */
#include "common/folded/folded_frames.h"

#include "common/base/scan.h"

enum { AT_ONCE = 32 }; /* separators that are found together, or more */

void folded_frames_init(struct folded_frames *frames, struct slice unnamed)
{
	*frames = (struct folded_frames){.unnamed = unnamed};
	name_table_init(&frames->table);
}

void folded_frames_release(struct folded_frames *frames)
{
	name_table_release(&frames->table);
	free(frames->ids);
	free(frames->names);
	free(frames->ends);
	*frames = (struct folded_frames){0};
}

void folded_frames_begin(struct folded_frames *frames, struct slice chunk)
{
	frames->readable = chunk;
	frames->text = SLICE("");
	frames->depth = 0;
}

/* Bytes that two texts begin with in common. */
static size_t common_bytes(struct slice a, struct slice b)
{
	size_t most = a.len < b.len ? a.len : b.len, at = 0;
	uint64_t differences;

	for (; most - at >= 8; at += 8) {
		differences = slice_load(a.ptr + at) ^ slice_load(b.ptr + at);
		if (differences != 0)
			return at + (size_t)__builtin_ctzll(differences) / 8;
	}
	while (at < most && a.ptr[at] == b.ptr[at])
		at++;
	return at;
}

/* How many frames of the last stack `stack` begins with. */
static uint32_t shared_frames(const struct folded_frames *frames, struct slice stack)
{
	size_t common = common_bytes(frames->text, stack);
	uint32_t shared = 0;

	while (shared < frames->depth && frames->ends[shared] < common)
		shared++;
	if (shared < frames->depth && frames->ends[shared] == common &&
	    (common == stack.len || stack.ptr[common] == ';'))
		shared++;
	return shared;
}

/* Make room for so many more frames. */
static void reserve(struct folded_frames *frames, size_t more)
{
	const size_t count = frames->depth + more;

	frames->names = memory_grow(frames->names, &frames->name_cap, count,
				    sizeof(*frames->names));
	frames->ends = memory_grow(frames->ends, &frames->end_cap, count, sizeof(*frames->ends));
}

static void folded_frames_add_name(struct folded_frames *frames, size_t begin, size_t end)
{
	const char *text = frames->text.ptr;

	frames->names[frames->depth] = slice_between(text + begin, text + end);
	frames->ends[frames->depth++] = end;
}

/* Find the frames after those that are there already; false if there are too many. */
static bool find_names(struct folded_frames *frames)
{
	const struct slice text = frames->text;
	size_t begin = frames->depth > 0 ? frames->ends[frames->depth - 1] + 1 : 0;
	uint32_t separators[AT_ONCE + SCAN_MORE];
	size_t from, end, count, i;

	if (text.len == 0)
		return true;
	while (begin <= text.len) {
		from = begin;
		count = scan_bytes(slice_tail(text, from), ';', AT_ONCE, separators);
		reserve(frames, count + 1);
		for (i = 0; i < count && frames->depth < LIMIT_DEPTH; i++) {
			folded_frames_add_name(frames, begin, from + separators[i]);
			begin = from + separators[i] + 1;
		}
		if (frames->depth == LIMIT_DEPTH)
			return false;
		if (count == 0) { /* the last frame, or one of more than 2 GiB */
			end = slice_find(slice_tail(text, from), ';');
			end = end == SLICE_NONE ? text.len : from + end;
			folded_frames_add_name(frames, begin, end);
			begin = end + 1;
		}
	}
	return true;
}

/* True if the bytes around the names (one at least) can be read, as name_table_find_all() does. */
static bool is_inside(const struct folded_frames *frames, const struct slice *names, size_t count)
{
	const char *begin = frames->readable.ptr, *end;

	if (frames->readable.len == 0)
		return false;
	end = begin + frames->readable.len;
	return names[0].ptr >= begin && names[0].ptr - begin >= NAME_FRONT &&
	       names[count - 1].ptr <= end && end - names[count - 1].ptr >= NAME_MIDDLE;
}

/* One by one: the name is new, or at the edge of the chunk. */
static frame_id folded_frames_find_frame(struct folded_frames *frames, struct intern *names,
					 struct slice name)
{
	struct name_frames found;
	frame_id frame;

	if (name.len == 0) /* never added to the table */
		return intern_add(names, frames->unnamed);
	if (frames->readable.len == 0) /* the table is never asked */
		return intern_add(names, name);
	if (name_table_find(&frames->table, name, &found))
		return found.leaf;
	frame = intern_add(names, name);
	name_table_add(&frames->table, name, &(struct name_frames){&frame, 1, frame});
	return frame;
}

static void find_frames(struct folded_frames *frames, struct intern *names, uint32_t from)
{
	const size_t count = frames->depth - from;
	uint32_t level;

	frames->ids = memory_grow(frames->ids, &frames->id_cap, frames->depth + (size_t)1,
				  sizeof(*frames->ids));
	if (count == 0) /* there may be no names at all */
		return;
	if (is_inside(frames, frames->names + from, count))
		name_table_find_all(&frames->table, frames->names + from, count,
				    frames->ids + from);
	else /* all are NAME_ODD */
		memset(frames->ids + from, 0xff, count * sizeof(*frames->ids));
	for (level = from; level < frames->depth; level++) {
		if (UNLIKELY(frames->ids[level] == NAME_ODD))
			frames->ids[level] = folded_frames_find_frame(frames, names,
								      frames->names[level]);
	}
}

bool folded_frames_split(struct folded_frames *frames, struct intern *names, struct slice stack)
{
	const uint32_t shared = shared_frames(frames, stack);
	bool all;

	frames->depth = shared;
	frames->text = stack;
	all = find_names(frames);
	find_frames(frames, names, shared);
	return all;
}
