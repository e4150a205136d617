/* SPDX-License-Identifier: MIT */
#include "collapse/json/v8_profile.h"

#include "collapse/text.h"

#include "common/base/checked.h"

/* ---- Nodes and edges ---- */

uint32_t v8_add_node(struct v8_profile *profile, uint32_t parent)
{
	MEMORY_ROOM(profile->nodes, profile->node_count, profile->node_cap);
	profile->nodes[profile->node_count] = (struct v8_node){.parent = parent};
	return (uint32_t)profile->node_count++;
}

void v8_name_node(struct ingest_run *run, struct v8_node *node, struct location *location,
		  bool everything)
{
	node->is_root = slice_equal(buf_slice(&location->name), SLICE("(root)"));
	node->frame = location_frame(run, location, everything);
	node->is_named = true;
	location_reset(location);
}

void v8_line(struct ingest_run *run, struct location *location, struct slice text)
{
	struct buf *name = &text_of(run)->name;
	uint64_t line;

	if (!slice_to_u64(text, &line) || line == UINT64_MAX)
		return;
	buf_reset(name);
	buf_add_u64(name, line + 1);
	location_line(location, buf_slice(name));
}

static struct v8_node *v8_find(struct v8_profile *profile, uint64_t id)
{
	const uint32_t at = ids_find(&profile->ids, id);

	return at == IDS_NONE ? NULL : &profile->nodes[profile->of_ids[at]];
}

void v8_end_node(struct ingest_run *run, struct v8_profile *profile, uint32_t index)
{
	struct v8_node *node = &profile->nodes[index];

	if (!node->is_named)
		node->frame = text_frame(run, SLICE(""));
	if (node->id == 0)
		return;
	if (v8_find(profile, node->id)) {
		stream_note(run, V8_NO_NODE, SLICE(""));
		return;
	}
	MEMORY_ROOM(profile->of_ids, profile->ids.count, profile->of_ids_cap);
	profile->of_ids[ids_add(&profile->ids, node->id)] = index;
}

void v8_add_edge(struct v8_profile *profile, uint64_t id, uint32_t parent, uint32_t child)
{
	MEMORY_ROOM(profile->edges, profile->edge_count, profile->edge_cap);
	profile->edges[profile->edge_count++] = (struct v8_edge){id, parent, child};
}

/* The node for all that do not exist. */
static uint32_t v8_unknown(struct ingest_run *run, struct v8_profile *profile)
{
	if (profile->unknown == 0) {
		profile->unknown = v8_add_node(profile, V8_NONE) + 1;
		profile->nodes[profile->unknown - 1].frame = text_frame(run, SLICE(""));
	}
	return profile->unknown - 1;
}

/* Give the child of an edge its parent. */
static void v8_take_edge(struct ingest_run *run, struct v8_profile *profile,
			 const struct v8_how *how, const struct v8_edge *edge)
{
	const struct v8_node *named = v8_find(profile, edge->id);
	uint32_t parent = edge->parent, child = edge->child;
	const bool names_parent = parent == V8_NONE;

	if (!named && (!names_parent || !how->names_unknown)) {
		stream_note(run, V8_NO_NODE, SLICE(""));
		return;
	}
	if (!named) {
		stream_note(run, V8_NO_NODE, SLICE(""));
		parent = v8_unknown(run, profile);
	} else if (names_parent) {
		parent = (uint32_t)(named - profile->nodes);
	} else {
		child = (uint32_t)(named - profile->nodes);
	}
	if (profile->nodes[child].parent != V8_NONE && profile->nodes[child].parent != parent)
		stream_note(run, V8_NO_NODE, SLICE(""));
	else
		profile->nodes[child].parent = parent;
}

/* Cut circles open: every node leads to a root then. */
static void v8_break_circles(struct ingest_run *run, struct v8_profile *profile)
{
	uint32_t i, at, next;

	for (i = 0; i < profile->node_count; i++) {
		for (at = i; at != V8_NONE && profile->nodes[at].walk == 0; at = next) {
			profile->nodes[at].walk = i + 1;
			next = profile->nodes[at].parent;
			if (next != V8_NONE && profile->nodes[next].walk == i + 1) {
				stream_note(run, V8_NO_NODE, SLICE(""));
				profile->nodes[at].parent = V8_NONE;
				break;
			}
		}
	}
}

/* Nodes whose ancestors end in a root. */
static void v8_measure_depths(struct v8_profile *profile)
{
	uint32_t i, at, depth;

	for (i = 0; i < profile->node_count; i++) {
		for (at = i, depth = 0; at != V8_NONE && profile->nodes[at].depth == 0;
		     at = profile->nodes[at].parent)
			depth++;
		if (at != V8_NONE)
			depth += profile->nodes[at].depth;
		for (at = i; at != V8_NONE && profile->nodes[at].depth == 0;
		     at = profile->nodes[at].parent)
			profile->nodes[at].depth = depth--;
	}
}

void v8_connect(struct ingest_run *run, struct v8_profile *profile, const struct v8_how *how)
{
	size_t i;

	for (i = 0; i < profile->edge_count; i++)
		v8_take_edge(run, profile, how, &profile->edges[i]);
	v8_break_circles(run, profile);
	v8_measure_depths(profile);
	MEMORY_NEED(profile->steps, profile->node_count, profile->step_cap);
	for (i = 0; i < profile->node_count; i++) {
		const struct v8_node *node = &profile->nodes[i];

		profile->steps[i] = (struct v8_step){node->parent,
						     node->is_root ? V8_NONE : node->frame};
	}
}

/* ---- Samples ---- */

static bool v8_needs_times(const struct ingest_run *run, const struct v8_how *how)
{
	return how->time || label_wants(run, LABEL_TIME);
}

static void v8_push_sample(struct v8_profile *profile, uint64_t id)
{
	MEMORY_ROOM(profile->samples, profile->sample_count, profile->sample_cap);
	profile->samples[profile->sample_count++] = id;
}

void v8_add_sample(struct ingest_run *run, struct v8_profile *profile, const struct v8_how *how,
		   uint64_t id)
{
	struct v8_node *node = v8_needs_times(run, how) ? NULL : v8_find(profile, id);

	profile->has_samples = true;
	if (node)
		node->samples++;
	else
		v8_push_sample(profile, id);
}

/* The node of a sample; NULL, which is noted, if there is none and it has no stack. */
static struct v8_node *v8_node_of(struct ingest_run *run, struct v8_profile *profile,
				  const struct v8_how *how, uint64_t id)
{
	struct v8_node *node = v8_find(profile, id);
	uint32_t unknown;

	if (node)
		return node;
	stream_note(run, V8_NO_NODE, SLICE(""));
	if (!how->names_unknown)
		return NULL;
	unknown = v8_unknown(run, profile); /* nodes may move */
	profile->nodes[unknown].depth = 1;
	return &profile->nodes[unknown];
}

/* The sample that lasts until `now` is over. */
static void v8_count_time(struct ingest_run *run, struct v8_profile *profile,
			  const struct v8_how *how, int64_t now)
{
	struct v8_node *node;

	if (profile->timed > 0 && profile->timed <= profile->sample_count && now > profile->last) {
		node = v8_node_of(run, profile, how, profile->samples[profile->timed - 1]);
		if (node)
			node->time += (uint64_t)(now - profile->last);
	}
	if (now > profile->last)
		profile->last = now;
}

/* The time of the next sample since the start. */
static void v8_step(struct ingest_run *run, struct v8_profile *profile, int64_t delta)
{
	if (delta < 0)
		stream_note(run, V8_BACKWARDS, SLICE(""));
	if ((delta > 0 && profile->now > INT64_MAX - delta) ||
	    (delta < 0 && profile->now < INT64_MIN - delta))
		stream_note(run, TEXT_SKIPPED, SLICE(""));
	else
		profile->now += delta;
}

static void v8_apply_delta(struct ingest_run *run, struct v8_profile *profile,
			   const struct v8_how *how, int64_t delta)
{
	v8_step(run, profile, delta);
	v8_count_time(run, profile, how, profile->now);
	profile->timed++;
}

/* Times that come before the samples wait for them. */
void v8_add_delta(struct ingest_run *run, struct v8_profile *profile, const struct v8_how *how,
		  int64_t delta)
{
	if (!v8_needs_times(run, how))
		return;
	if (!how->in_parts && profile->node_count > 0 && profile->has_samples &&
	    !label_wants(run, LABEL_TIME)) {
		v8_apply_delta(run, profile, how, delta);
		return;
	}
	MEMORY_ROOM(profile->deltas, profile->delta_count, profile->delta_cap);
	profile->deltas[profile->delta_count++] = delta;
}

/* ---- Parts ---- */

/* A node of another part, whose parent comes with its edges; counts are added to one that is there. */
static void v8_append_node(struct ingest_run *run, struct v8_profile *into,
			   const struct v8_node *node, uint32_t shift)
{
	struct v8_node *known = node->id != 0 ? v8_find(into, node->id) : NULL;
	const uint32_t index = v8_add_node(into, V8_NONE);

	into->nodes[index] = *node;
	if (node->parent != V8_NONE)
		into->nodes[index].parent = node->parent + shift;
	if (!known) {
		v8_end_node(run, into, index);
		return;
	}
	known = v8_find(into, node->id); /* nodes may have moved */
	known->samples += node->samples;
	into->nodes[index].samples = into->nodes[index].id = 0;
}

void v8_append(struct ingest_run *run, struct v8_profile *into, struct v8_profile *from)
{
	const uint32_t shift = (uint32_t)into->node_count;
	size_t i;

	if (into->node_count == 0 && into->sample_count == 0 && into->delta_count == 0) {
		const struct v8_profile empty = *into;

		from->has_start |= into->has_start;
		if (into->has_start)
			from->start = into->start;
		*into = *from;
		*from = empty;
		v8_forget(from);
		return;
	}
	for (i = 0; i < from->node_count; i++)
		v8_append_node(run, into, &from->nodes[i], shift);
	for (i = 0; i < from->edge_count; i++) {
		const struct v8_edge *edge = &from->edges[i];

		v8_add_edge(into, edge->id,
			    edge->parent == V8_NONE ? V8_NONE : edge->parent + shift,
			    edge->child + shift);
	}
	for (i = 0; i < from->sample_count; i++)
		v8_push_sample(into, from->samples[i]);
	for (i = 0; i < from->delta_count; i++) {
		MEMORY_ROOM(into->deltas, into->delta_count, into->delta_cap);
		into->deltas[into->delta_count++] = from->deltas[i];
	}
	into->has_samples |= from->has_samples;
	if (from->has_end && (!into->has_end || from->end > into->end)) {
		into->end = from->end;
		into->has_end = true;
	}
	v8_forget(from);
}

/* ---- Stacks ---- */

static void v8_count_stack(struct ingest_run *run, const struct v8_profile *profile,
			   const struct v8_how *how, const struct v8_node *node, uint64_t count)
{
	const struct v8_step *steps = profile->steps;
	const size_t most = (size_t)node->depth + how->root_count;
	size_t left = most;
	frame_id *frames;
	uint32_t at;
	unsigned i;

	if (count == 0 || !text_affords(run, node->depth))
		return;
	text_cut(run, 0);
	frames = text_push_room(run, most);
	frames[--left] = node->frame;
	for (at = node->parent; at != V8_NONE; at = steps[at].parent) {
		frames[left - 1] = steps[at].frame;
		left -= steps[at].frame != V8_NONE;
	}
	for (i = how->root_count; i > 0; i--)
		frames[--left] = how->roots[i - 1];
	memmove(frames, frames + left, (most - left) * sizeof(*frames));
	text_cut(run, most - left);
	text_finish(run, TEXT_ROOT_FIRST, count);
}

void v8_count_id(struct ingest_run *run, struct v8_profile *profile, const struct v8_how *how,
		 uint64_t id, uint64_t count)
{
	const struct v8_node *node = v8_node_of(run, profile, how, id);

	if (node)
		v8_count_stack(run, profile, how, node, count);
}

struct v8_timed {
	int64_t time;
	uint64_t id;
	size_t index; /* in the order of the text */
};

static int v8_compare_timed(const void *left, const void *right)
{
	const struct v8_timed *a = left, *b = right;

	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	return a->index < b->index ? -1 : a->index > b->index;
}

/* Samples of a profile in parts, some of which came late, in the order of their times. */
static void v8_sort_samples(struct ingest_run *run, struct v8_profile *profile)
{
	struct v8_timed *timed = memory_get(profile->sample_count * sizeof(*timed));
	const size_t count = profile->sample_count;
	size_t i;

	for (i = 0; i < count; i++) {
		if (i < profile->delta_count)
			v8_step(run, profile, profile->deltas[i]);
		timed[i] = (struct v8_timed){profile->now, profile->samples[i], i};
	}
	SORT(timed, count, v8_compare_timed);
	profile->deltas = memory_resize(profile->deltas, count, sizeof(*profile->deltas));
	for (i = 0; i < count; i++) {
		profile->samples[i] = timed[i].id;
		profile->deltas[i] = (int64_t)((uint64_t)timed[i].time -
					       (i > 0 ? (uint64_t)timed[i - 1].time : 0));
	}
	profile->delta_cap = profile->delta_count = count;
	profile->now = 0;
	free(timed);
}

static void v8_end_samples(struct ingest_run *run, struct v8_profile *profile,
			   const struct v8_how *how)
{
	size_t i;

	if (label_wants(run, LABEL_TIME))
		return; /* each is counted for itself */
	if (how->time) {
		for (i = 0; i < profile->delta_count; i++)
			v8_apply_delta(run, profile, how, profile->deltas[i]);
		if (profile->has_end && profile->end > profile->start && profile->start >= 0)
			v8_count_time(run, profile, how, profile->end - profile->start);
		return;
	}
	for (i = 0; i < profile->sample_count; i++) {
		struct v8_node *node = v8_node_of(run, profile, how, profile->samples[i]);

		if (node)
			node->samples++;
	}
}

/* Microseconds in the unit of the counts; 0, which is noted, if they do not fit. */
static uint64_t v8_time(struct ingest_run *run, const struct v8_how *how, uint64_t time)
{
	if (u64_multiply(&time, how->unit))
		return time;
	stream_note(run, TEXT_HUGE, SLICE(""));
	return 0;
}

static uint64_t v8_count_of(struct ingest_run *run, const struct v8_profile *profile,
			    const struct v8_how *how, const struct v8_node *node)
{
	if (profile->has_sizes)
		return node->size;
	if (how->time)
		return v8_time(run, how, node->time);
	return profile->has_samples ? node->samples : node->hits;
}

/*
 * If samples are labelled: the time of the next one since the start, instead of since the last one.
 */
static int64_t v8_next_begin(struct ingest_run *run, struct v8_profile *profile, size_t next)
{
	v8_step(run, profile, profile->deltas[next]);
	return profile->now > profile->last ? profile->now : profile->last;
}

/* A sample that lasts from `profile->last` to `end`, in microseconds. */
static void v8_count_sample(struct ingest_run *run, struct v8_profile *profile,
			    const struct v8_how *how, uint64_t id, int64_t end)
{
	const struct v8_node *node = v8_node_of(run, profile, how, id);
	const int64_t zero = run->labels->absolute ? 0 : how->zero;
	const bool adds_start = profile->start > 0 && (run->labels->absolute || how->in_parts);
	/* none of these is negative, but for a first delta, and `zero` */
	uint64_t begin = profile->last > 0 ? (uint64_t)profile->last : 0;

	if (!node)
		return;
	begin += adds_start ? (uint64_t)profile->start : 0;
	if (zero > 0)
		begin = begin > (uint64_t)zero ? begin - (uint64_t)zero : 0;
	label_set_time(run, begin > UINT64_MAX / 1000 ? UINT64_MAX : begin * 1000);
	v8_count_stack(run, profile, how, node,
		       how->time ? v8_time(run, how, (uint64_t)end - (uint64_t)profile->last) : 1);
}

/* Samples without a time are counted without it, or, where time is what counts, not at all. */
static void v8_count_samples(struct ingest_run *run, struct v8_profile *profile,
			     const struct v8_how *how)
{
	const size_t timed = profile->delta_count < profile->sample_count ? profile->delta_count
									  : profile->sample_count;
	const bool has_end = profile->has_end && profile->end > profile->start &&
			     profile->start >= 0;
	size_t i;

	if (timed > 0)
		profile->last = v8_next_begin(run, profile, 0);
	for (i = 0; i < timed; i++) {
		int64_t end = has_end ? profile->end - profile->start : profile->last;

		if (i + 1 < profile->delta_count)
			end = v8_next_begin(run, profile, i + 1);
		end = end > profile->last ? end : profile->last;
		v8_count_sample(run, profile, how, profile->samples[i], end);
		profile->last = end;
	}
	label_clear_time(run);
	for (; i < profile->sample_count && !how->time; i++)
		v8_count_id(run, profile, how, profile->samples[i], 1);
}

void v8_forget(struct v8_profile *profile)
{
	ids_release(&profile->ids);
	profile->node_count = profile->edge_count = 0;
	profile->sample_count = profile->delta_count = profile->timed = 0;
	profile->has_sizes = profile->has_end = profile->has_samples = profile->has_start = false;
	profile->start = profile->end = profile->now = profile->last = 0;
	profile->unknown = 0;
}

void v8_fold(struct ingest_run *run, struct v8_profile *profile, const struct v8_how *how)
{
	size_t i;

	v8_connect(run, profile, how);
	if (how->in_parts && v8_needs_times(run, how) && profile->sample_count > 0)
		v8_sort_samples(run, profile);
	v8_end_samples(run, profile, how);
	if (label_wants(run, LABEL_TIME) && profile->has_samples && !profile->has_sizes)
		v8_count_samples(run, profile, how);
	else
		for (i = 0; i < profile->node_count; i++)
			v8_count_stack(run, profile, how, &profile->nodes[i],
				       v8_count_of(run, profile, how, &profile->nodes[i]));
	v8_forget(profile);
}

void v8_release(struct v8_profile *profile)
{
	v8_forget(profile);
	free(profile->nodes);
	free(profile->steps);
	free(profile->edges);
	free(profile->of_ids);
	free(profile->samples);
	free(profile->deltas);
	*profile = (struct v8_profile){0};
}
