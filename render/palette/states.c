/* SPDX-License-Identifier: MIT */
#include "render/palette/states.h"

#include "common/base/exact.h"
#include "common/base/memory.h"
#include "common/base/search.h"
#include "common/profile/function_kinds.h"
#include "common/profile/labels.h"

/*
 * Warm where a thread ran, yellow where it could have run, blue where it waited. The order is that
 * of texts and of the legend. Readers who see no red or no green tell the three apart by lightness.
 */
static const struct color states_colors[] = {
	[THREAD_RUNNING] = {238, 119, 51, false},
	[THREAD_RUNNABLE] = {240, 216, 90, false},
	[THREAD_BLOCKED] = {140, 165, 190, false},
	[THREAD_BLOCKED_LOCK] = {40, 85, 160, false},
	[THREAD_BLOCKED_IO] = {0, 140, 200, false},
	[THREAD_BLOCKED_NET] = {80, 120, 215, false},
	[THREAD_BLOCKED_PIPE] = {95, 160, 220, false},
	[THREAD_BLOCKED_CHILD] = {120, 140, 190, false},
	[THREAD_BLOCKED_FAULT] = {85, 75, 170, false},
	[THREAD_BLOCKED_POLL] = {150, 195, 225, false},
	[THREAD_BLOCKED_SLEEP] = {185, 210, 228, false},
	[THREAD_BLOCKED_OTHER] = {140, 165, 190, false},
	{190, 188, 184, false},
};

enum { STATES_NONE = THREAD_STATES, STATES_KNOWN };

/* Kinds of waiting that it does not know are others. */
static size_t states_kind(struct slice value)
{
	size_t i;

	for (i = 0; i < THREAD_STATES; i++) {
		if (slice_equal(value, thread_state_name((enum thread_state)i)))
			return i;
	}
	return slice_starts(value, thread_state_name(THREAD_BLOCKED)) ? THREAD_BLOCKED_OTHER
								      : STATES_NONE;
}

/* A stack and its place in the list. */
struct state_place {
	const struct stack *stack;
	size_t at;
};

static COLD int state_place_compare(const void *a, const void *b)
{
	const uintptr_t left = (uintptr_t)((const struct state_place *)a)->stack;
	const uintptr_t right = (uintptr_t)((const struct state_place *)b)->stack;

	return (left > right) - (left < right);
}

static struct state_place *states_places(const struct stack *const *stacks, size_t count)
{
	struct state_place *places = memory_resize(NULL, count, sizeof(*places));
	size_t i;

	for (i = 0; i < count; i++)
		places[i] = (struct state_place){stacks[i], i};
	SORT(places, count, state_place_compare);
	return places;
}

/* The kind of each set, to be freed; NULL if none has the label. */
static size_t *states_kinds(const struct labels *labels)
{
	size_t *kinds = memory_resize(NULL, labels->sets.count + 1, sizeof(*kinds));
	bool found = false;
	size_t i;

	for (i = 0; i < labels->sets.count; i++) {
		struct slice value;
		const bool has = labels_find(labels, (uint32_t)i, SLICE("state"), &value);

		kinds[i] = has ? states_kind(value) : STATES_NONE;
		found |= has;
	}
	if (found)
		return kinds;
	free(kinds);
	return NULL;
}

/* Add each row to what its stack has of its state: STATES_KNOWN numbers for each stack. */
static bool states_add_rows(uint64_t *counts, const struct labels *labels,
			    const struct stack *const *stacks, size_t count)
{
	struct state_place *places = states_places(stacks, count);
	size_t *kinds = states_kinds(labels);
	const bool found = kinds != NULL;
	size_t i;

	for (i = 0; found && i < labels->count; i++) {
		const struct label_row *row = &labels->rows[i];
		const struct state_place wanted = {row->stack, 0};
		const struct state_place *place = bsearch(&wanted, places, count, sizeof(wanted),
							  state_place_compare);

		if (place)
			counts[place->at * STATES_KNOWN + kinds[row->set]] += row->count[1];
	}
	free(kinds);
	free(places);
	return found;
}

COLD bool states_init(struct states *states, const struct profile *profile,
		      const struct stack *const *stacks, size_t count)
{
	uint64_t *counts, total[STATES_KNOWN] = {0};
	size_t i, kind;

	*states = (struct states){.stacks = count};
	if (!profile->labels)
		return false;
	counts = memory_clear(count + 1, STATES_KNOWN * sizeof(*counts));
	if (!states_add_rows(counts, profile->labels, stacks, count)) {
		free(counts);
		return false;
	}
	for (i = 0; i < count; i++) {
		uint64_t *own = counts + i * STATES_KNOWN, sum = 0;

		for (kind = 0; kind < STATES_KNOWN; kind++)
			sum += own[kind];
		if (sum < stacks[i]->count[1]) /* stacks without labels have no rows */
			own[STATES_NONE] += stacks[i]->count[1] - sum;
		for (kind = 0; kind < STATES_KNOWN; kind++)
			total[kind] += own[kind];
	}
	states->kinds = memory_resize(NULL, STATES_KNOWN, sizeof(*states->kinds));
	for (kind = 0; kind < STATES_KNOWN; kind++) {
		if (total[kind] > 0)
			states->kinds[states->count++] = kind;
	}
	states->edges = memory_clear(count + 1, sizeof(*states->edges));
	states->sums = memory_clear((count + 1) * (states->count + 1), sizeof(*states->sums));
	for (i = 0; i < count; i++) {
		const uint64_t *sums = states->sums + i * states->count;

		states->edges[i + 1] = states->edges[i] + stacks[i]->count[1];
		for (kind = 0; kind < states->count; kind++)
			states->sums[(i + 1) * states->count + kind] =
				sums[kind] + counts[i * STATES_KNOWN + states->kinds[kind]];
	}
	free(counts);
	return true;
}

COLD void states_release(struct states *states)
{
	free(states->kinds);
	free(states->edges);
	free(states->sums);
	*states = (struct states){0};
}

/* The first stack that does not begin before that place of the axis. */
static size_t states_edge(const struct states *states, uint64_t place)
{
	size_t low = 0, high = states->stacks;

	SEARCH(low, high, at, states->edges[at] < place);
	return low;
}

/* What the rectangle has of each state; the sum of all. */
static uint64_t states_mix(const struct states *states, const struct rect *rect,
			   uint64_t mix[STATES_KNOWN])
{
	const size_t first = states_edge(states, rect->start);
	const size_t end = states_edge(states, rect->start + rect->width);
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < states->count; i++) {
		mix[i] = states->sums[end * states->count + i] -
			 states->sums[first * states->count + i];
		sum += mix[i];
	}
	return sum;
}

COLD struct color states_color(const struct states *states, const struct rect *rect)
{
	uint64_t mix[STATES_KNOWN];
	const uint64_t sum = states_mix(states, rect, mix);
	double channels[3] = {0};
	size_t i;

	if (sum == 0)
		return states_colors[STATES_NONE];
	for (i = 0; i < states->count; i++) {
		const struct color color = states_shade(states, i);
		const double share = (double)mix[i] / (double)sum;

		channels[0] += share * color.red;
		channels[1] += share * color.green;
		channels[2] += share * color.blue;
	}
	/* few enough colours: a style sheet has a class for each */
	for (i = 0; i < 3; i++)
		channels[i] = (double)((int)(channels[i] / 4 + 0.5) * 4);
	return (struct color){
		(uint8_t)(channels[0] > 255 ? 255 : channels[0]),
		(uint8_t)(channels[1] > 255 ? 255 : channels[1]),
		(uint8_t)(channels[2] > 255 ? 255 : channels[2]),
		false,
	};
}

static struct slice states_kind_name(size_t kind)
{
	return kind == STATES_NONE ? SLICE("without a state")
				   : thread_state_name((enum thread_state)kind);
}

/* Append the share of a kind, unless it is less than half a percent; `*shown` have been. */
static void states_add_share(struct buf *buf, size_t kind, uint64_t count, uint64_t sum,
			     unsigned *shown)
{
	const uint64_t percent = sum > 0 ? ratio_round(count, sum, 100) : 0;

	if (percent == 0)
		return;
	buf_printf(buf, "%s%llu %% ", (*shown)++ > 0 ? ", " : ": ", (unsigned long long)percent);
	buf_add(buf, states_kind_name(kind));
}

COLD void states_add(struct buf *buf, const struct states *states, const struct rect *rect)
{
	uint64_t mix[STATES_KNOWN];
	const uint64_t sum = states_mix(states, rect, mix);
	unsigned shown = 0;
	size_t i;

	for (i = 0; i < states->count; i++)
		states_add_share(buf, states->kinds[i], mix[i], sum, &shown);
}

static bool states_is_below(const struct stack *stack, const frame_id *frames, size_t depth)
{
	return stack->depth >= depth &&
	       (depth == 0 || memcmp(stack->frames, frames, depth * sizeof(*frames)) == 0);
}

COLD void states_add_below(struct buf *buf, const struct profile *profile, const frame_id *frames,
			   size_t depth)
{
	const struct labels *labels = profile->labels;
	size_t *kinds = labels ? states_kinds(labels) : NULL;
	uint64_t mix[STATES_KNOWN] = {0}, sum = 0, labelled = 0;
	unsigned shown = 0;
	size_t i;

	if (!kinds)
		return;
	for (i = 0; i < labels->count; i++) {
		const struct label_row *row = &labels->rows[i];

		if (!states_is_below(row->stack, frames, depth))
			continue;
		mix[kinds[row->set]] += row->count[1];
		labelled += row->count[1];
	}
	for (i = 0; i < profile->count; i++) {
		if (states_is_below(profile->stacks[i], frames, depth))
			sum += profile->stacks[i]->count[1];
	}
	mix[STATES_NONE] += sum - labelled; /* stacks without labels have no rows */
	for (i = 0; i < STATES_KNOWN; i++)
		states_add_share(buf, i, mix[i], sum, &shown);
	free(kinds);
}

COLD bool states_find(struct slice value, size_t *place, struct color *color)
{
	*place = states_kind(value);
	*color = states_colors[*place];
	return *place != STATES_NONE;
}

COLD struct slice states_without(struct color *color)
{
	*color = states_colors[STATES_NONE];
	return states_kind_name(STATES_NONE);
}

COLD struct slice states_name(const struct states *states, size_t i)
{
	return states_kind_name(states->kinds[i]);
}

COLD struct color states_shade(const struct states *states, size_t i)
{
	return states_colors[states->kinds[i]];
}

COLD unsigned states_percent(const struct states *states, size_t i)
{
	const uint64_t whole = states->edges[states->stacks];

	return whole > 0 ? (unsigned)ratio_round(states->sums[states->stacks * states->count + i],
						 whole, 100)
			 : 0;
}
