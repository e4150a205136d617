/* SPDX-License-Identifier: MIT */
/*
 * Inlined functions in perf script's text: consecutive lines of equal address, one a function.
 *
 * Read from the leaf, P a physical frame and i a line with "(inlined)" as its module: a P not next
 * to an i is a frame of its own (recursion). A group is [P] i+ [P], greedy for the P after it; a P
 * that closes one group does not open the next. It becomes its inlined functions and, outermost,
 * one physical frame: the P after it; else the last i, if it names the function of the P before it
 * (perf printed it twice); else that P, moved; else, without any P, the last i.
 */
#include "collapse/perf/sample/perf_sample.h"

struct group {
	const struct perf_ref *front; /* NULL without */
	const struct perf_ref *first; /* of the i lines */
	const struct perf_ref *last;
	const struct perf_ref *behind; /* NULL without */
};

struct frame_list {
	frame_id *frames;
	size_t count;
};

static void groups_add_frame(struct frame_list *list, const frame_id *frames, uint32_t count)
{
	if (count == 1) { /* nearly always */
		list->frames[list->count++] = frames[0];
		return;
	}
	memcpy(list->frames + list->count, frames, count * sizeof(*frames));
	list->count += count;
}

static void add_physical(struct frame_list *list, const struct perf_ref *ref)
{
	if (ref->plain != 0)
		list->frames[list->count++] = ref->plain - 1;
	else
		groups_add_frame(list, ref->line->frames, ref->line->count);
}

/* In a group: perf has named what is inlined there, so --inline need not. */
static void add_outermost(struct frame_list *list, const struct perf_ref *ref)
{
	const struct perf_line *line = ref->line;

	groups_add_frame(list, line->frames + line->found, line->count - line->found);
}

static void add_inlined(struct frame_list *list, const struct perf_ref *ref)
{
	groups_add_frame(list, ref->line->marked ? ref->line->marked : ref->line->frames,
			 ref->line->count);
}

static bool is_duplicate(const struct group *group)
{
	return group->front &&
	       slice_equal(group->last->line->function, group->front->line->function);
}

static void add_group(struct frame_list *list, const struct group *group)
{
	const struct perf_ref *ref;

	for (ref = group->first; ref < group->last; ref++)
		add_inlined(list, ref);
	if (!group->behind && (!group->front || is_duplicate(group))) {
		add_outermost(list, group->last);
		return;
	}
	add_inlined(list, group->last);
	add_outermost(list, group->behind ? group->behind : group->front);
}

static bool same_address(const struct perf_ref *a, const struct perf_ref *b,
			 const struct perf_ref *end)
{
	/* blanks in front: not every line goes through the grammar */
	return b < end && slice_equal(slice_trim_left(a->pc), slice_trim_left(b->pc));
}

/* The group at `ref`; false if there is a lone physical frame. */
static bool find_group(const struct perf_ref *ref, const struct perf_ref *end, struct group *group)
{
	const struct perf_ref *start = ref;

	*group = (struct group){0};
	if (!ref->line->inlined) {
		if (!same_address(start, ref + 1, end) || !ref[1].line->inlined)
			return false;
		group->front = ref++;
	}
	group->first = ref;
	while (same_address(start, ref + 1, end) && ref[1].line->inlined)
		ref++;
	group->last = ref;
	if (same_address(start, ref + 1, end))
		group->behind = ref + 1;
	return true;
}

size_t perf_group_frames(struct perf_run *perf)
{
	const struct perf_ref *ref = perf->sample.refs, *end;
	struct frame_list list = {perf->frames, 0};
	bool plain = !perf->as->groups_inlined || !perf->sample.has_inlined;
	struct group group;

	if (perf->sample.ref_count == 0)
		return 0;
	end = ref + perf->sample.ref_count;
	while (ref < end) {
		if (plain || !find_group(ref, end, &group)) {
			add_physical(&list, ref++);
			continue;
		}
		add_group(&list, &group);
		ref = (group.behind ? group.behind : group.last) + 1;
	}
	return list.count;
}
