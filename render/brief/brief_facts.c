/* SPDX-License-Identifier: MIT */
#include "render/brief/brief_facts.h"

#include "common/base/checked.h"
#include "common/cli/thin_stacks.h"

/* A frame of the stack that was read last. */
struct brief_open {
	frame_id id;
	uint32_t times;    /* that the stack has the function up to it */
	uint64_t count[2]; /* of the stacks read so far that begin with it */
};

/* Stacks come in the order of their frames: what they share with the one before is not read again. */
struct brief_walk {
	struct brief_facts *facts;
	struct brief_open *open;
	size_t depth, cap;
	uint32_t *times; /* by frame id: in the open frames */
};

static void brief_close(struct brief_walk *walk, size_t depth)
{
	while (walk->depth > depth) {
		const struct brief_open *open = &walk->open[--walk->depth];
		struct brief_function *function = &walk->facts->functions[open->id];

		if (open->times == 1) {
			function->total[0] += open->count[0];
			function->total[1] += open->count[1];
		} else if (open->times == BRIEF_DEEP) {
			function->recursive += open->count[1];
		}
		walk->times[open->id]--;
		if (walk->depth > 0) {
			walk->open[walk->depth - 1].count[0] += open->count[0];
			walk->open[walk->depth - 1].count[1] += open->count[1];
		}
	}
}

/* Close the frames that the stack does not have, and open those that are new. */
static void brief_open_stack(struct brief_walk *walk, const struct stack *stack)
{
	size_t level = 0;

	while (level < walk->depth && level < stack->depth &&
	       walk->open[level].id == stack->frames[level])
		level++;
	brief_close(walk, level);
	MEMORY_NEED(walk->open, stack->depth, walk->cap);
	for (; level < stack->depth; level++) {
		const frame_id id = stack->frames[level];
		struct brief_function *function = &walk->facts->functions[id];

		walk->open[level] = (struct brief_open){.id = id, .times = ++walk->times[id]};
		if (walk->times[id] > function->most)
			function->most = walk->times[id];
	}
	walk->depth = stack->depth;
}

static void brief_count_functions(struct brief_facts *facts, uint64_t least[2])
{
	const struct brief_source *source = facts->source;
	struct brief_walk walk = {
		.facts = facts,
		.times = memory_clear(source->names->count, sizeof(uint32_t)),
	};
	size_t i;
	int column;

	facts->functions = memory_clear(source->names->count, sizeof(*facts->functions));
	least[0] = least[1] = UINT64_MAX;
	for (i = 0; i < source->count; i++) {
		const struct stack *stack = source->stacks[i];

		brief_open_stack(&walk, stack);
		for (column = 0; column < 2 && stack->depth > 0; column++) {
			struct brief_open *leaf = &walk.open[stack->depth - 1];

			leaf->count[column] += stack->count[column];
			facts->functions[leaf->id].self[column] += stack->count[column];
			if (stack->count[column] > 0 && stack->count[column] < least[column])
				least[column] = stack->count[column];
		}
	}
	brief_close(&walk, 0);
	free(walk.open);
	free(walk.times);
}

enum { NEXT_TO_NOTHING = 2000 }; /* part of all that a function counts whose name is not read */

static unsigned brief_kinds_of(struct slice name)
{
	const bool is_nameless = thin_stacks_is_nameless(name) || slice_starts(name, SLICE("0x"));

	return function_kinds_of(name) | (is_nameless ? FUNCTION_BIT(BRIEF_NAMELESS) : 0);
}

/* The kinds of functions; stacks with one of a kind count no more than all such functions do. */
static void brief_find_kinds(struct brief_facts *facts)
{
	const struct brief_source *source = facts->source;
	unsigned kind;
	size_t i;

	facts->kinds = memory_clear(source->names->count, sizeof(*facts->kinds));
	for (i = 0; i < source->names->count; i++) {
		const uint64_t total = facts->functions[i].total[1];

		if (total <= source->total[1] / NEXT_TO_NOTHING)
			continue;
		facts->kinds[i] = brief_kinds_of(intern_name(source->names, (frame_id)i));
		for (kind = 0; kind < BRIEF_KINDS; kind++) {
			if (facts->kinds[i] & FUNCTION_BIT(kind))
				facts->at_most[kind] += (double)total;
		}
	}
}

/*
 * How many samples a column is of. Profiles that do not say it have the same count for each sample,
 * so that the least count of a stack is one sample or more.
 */
static double samples_of(const struct brief_source *source, int column, uint64_t least)
{
	const struct slice unit = header_value(source->header, HEADER_UNIT);
	const double total = (double)source->total[column];
	const bool scaled = source->is_scaled && column == 0;
	uint64_t known;

	if (!source->differential &&
	    slice_to_u64(header_value(source->header, HEADER_SAMPLES), &known) && known > 0)
		return (double)known;
	if (!scaled && !header_counts_other_than_samples(source->header))
		return total / (double)u64_power_of_ten(source->scale);
	if (!scaled && slice_equal(unit, SLICE("ns")) &&
	    slice_to_u64(header_value(source->header, HEADER_FREQUENCY), &known) && known > 0)
		return total / (double)u64_power_of_ten(source->scale) *
		       (known < 1000000000 ? (double)known / 1e9 : 1);
	return least == UINT64_MAX ? 0 : total / (double)least;
}

/* The times of rows, and the greatest number that all are multiples of. */
static void find_times(struct brief_facts *facts)
{
	const struct labels *labels = facts->source->labels;
	size_t i;

	facts->first = UINT64_MAX;
	for (i = 0; labels && i < labels->count; i++) {
		const uint64_t time = labels->rows[i].time;

		if (time == LABEL_NO_TIME)
			continue;
		facts->first = time < facts->first ? time : facts->first;
		facts->last = time > facts->last ? time : facts->last;
	}
	facts->step = facts->first == UINT64_MAX ? 0 : labels_step(labels);
}

/* True for a profile of waiting: named so, or nearly all its stacks end in the scheduler. */
static bool brief_is_waiting(const struct brief_facts *facts)
{
	const struct slice event = header_value(facts->source->header, HEADER_EVENT);
	uint64_t switches = 0;
	size_t i;

	if (slice_starts(event, SLICE("offcpu")) || slice_starts(event, SLICE("off-cpu")) ||
	    slice_contains(event, SLICE("sched_switch")))
		return true;
	for (i = 0; i < facts->source->names->count; i++) {
		if (facts->kinds[i] & FUNCTION_BIT(FUNCTION_SWITCHES))
			switches += facts->functions[i].self[1];
	}
	return switches > facts->source->total[1] / 10 * 8;
}

static const struct brief_label no_label = {.top = {{HASH_NONE, 0}, {HASH_NONE, 0}}};

/* The counts of all pairs of a label and a value, for the caller to free. */
static uint64_t *brief_count_pairs(const struct labels *labels)
{
	uint64_t *sets = memory_clear(labels->sets.count + 1, sizeof(*sets));
	uint64_t *pairs = memory_clear(labels->pairs.count + 1, sizeof(*pairs));
	frame_id of_set[LABELS_MAX];
	size_t i, k;

	for (i = 0; i < labels->count; i++)
		sets[labels->rows[i].set] += labels->rows[i].count[1];
	for (i = 0; i < labels->sets.count; i++) {
		const size_t count = labels_of_set(labels, (uint32_t)i, of_set);

		for (k = 0; k < count; k++)
			pairs[of_set[k]] += sets[i];
	}
	free(sets);
	return pairs;
}

static void brief_count_labels(struct brief_facts *facts)
{
	const struct labels *labels = facts->source->labels;
	uint64_t *counts = brief_count_pairs(labels);
	size_t cap = 0, i;

	for (i = 0; i < labels->pairs.count; i++) {
		const size_t known = facts->label_names.count;
		struct slice name, value;
		struct brief_label *label;
		frame_id id;

		labels_pair(labels, (frame_id)i, &name, &value);
		id = intern_add(&facts->label_names, name);
		MEMORY_ROOM(facts->labels, id, cap);
		label = &facts->labels[id];
		if (id == known)
			*label = no_label;
		if (counts[i] == 0)
			continue;
		label->values++;
		label->sum += counts[i];
		if (counts[i] > label->top[0].count) {
			label->top[1] = label->top[0];
			label->top[0] = (struct brief_value){(frame_id)i, counts[i]};
		} else if (counts[i] > label->top[1].count) {
			label->top[1] = (struct brief_value){(frame_id)i, counts[i]};
		}
	}
	free(counts);
}

const struct brief_label *brief_label(const struct brief_facts *facts, struct slice name)
{
	const frame_id id = intern_find(&facts->label_names, name);

	return id == HASH_NONE ? &no_label : &facts->labels[id];
}

void brief_facts_init(struct brief_facts *facts, const struct brief_source *source)
{
	uint64_t least[2];

	*facts = (struct brief_facts){.source = source};
	brief_count_functions(facts, least);
	brief_find_kinds(facts);
	facts->samples[0] = source->differential ? samples_of(source, 0, least[0]) : 0;
	facts->samples[1] = samples_of(source, 1, least[1]);
	facts->waits = brief_is_waiting(facts);
	find_times(facts);
	if (source->labels)
		brief_count_labels(facts);
}

void brief_facts_release(struct brief_facts *facts)
{
	free(facts->functions);
	free(facts->kinds);
	free(facts->labels);
	intern_release(&facts->label_names);
	*facts = (struct brief_facts){0};
}

frame_id brief_largest_sum(const struct brief_facts *facts, const uint64_t *sums)
{
	const struct intern *names = facts->source->names;
	frame_id best = HASH_NONE;
	size_t i;

	for (i = 0; i < names->count; i++) {
		if (sums[i] == 0)
			continue;
		if (best == HASH_NONE || sums[i] > sums[best] ||
		    (sums[i] == sums[best] &&
		     slice_compare(intern_name(names, (frame_id)i), intern_name(names, best)) < 0))
			best = (frame_id)i;
	}
	return best;
}

/* The level of the outermost frame of these kinds; depth: none, or one of the others. */
static uint32_t outermost_of(const struct brief_facts *facts, const struct stack *stack,
			     unsigned wanted, unsigned without)
{
	uint32_t level, found = stack->depth;

	for (level = stack->depth; level > 0; level--) {
		const unsigned of = facts->kinds[stack->frames[level - 1]];

		if (of & without)
			return stack->depth;
		if (of & wanted)
			found = level - 1;
	}
	return found;
}

struct brief_share brief_share_of(const struct brief_facts *facts, unsigned wanted,
				  unsigned without)
{
	const struct brief_source *source = facts->source;
	struct brief_share share = {.caller = HASH_NONE, .called = HASH_NONE};
	const unsigned no_callers = FUNCTION_BIT(BRIEF_NAMELESS) | FUNCTION_BIT(FUNCTION_KERNEL);
	uint64_t *callers, *called;
	double most = 0;
	size_t i;

	for (i = 0; i < BRIEF_KINDS; i++)
		most += wanted & FUNCTION_BIT(i) ? facts->at_most[i] / (double)source->total[1] : 0;
	if (most < BRIEF_LEAST / 100.0)
		return share;
	callers = memory_clear(source->names->count, sizeof(*callers));
	called = memory_clear(source->names->count, sizeof(*called));
	for (i = 0; i < source->count; i++) {
		const struct stack *stack = source->stacks[i];
		uint32_t level = outermost_of(facts, stack, wanted, without);

		if (level == stack->depth)
			continue;
		share.count += stack->count[1];
		called[stack->frames[level]] += stack->count[1];
		while (level > 0 && facts->kinds[stack->frames[level - 1]] & no_callers)
			level--;
		if (level > 1) /* the outermost frame is a process or a thread */
			callers[stack->frames[level - 1]] += stack->count[1];
	}
	share.caller = brief_largest_sum(facts, callers);
	share.called = brief_largest_sum(facts, called);
	share.of_caller = share.caller == HASH_NONE ? 0 : callers[share.caller];
	share.of_called = share.called == HASH_NONE ? 0 : called[share.called];
	free(callers);
	free(called);
	return share;
}

/* ---- Labels ---- */

static bool has_pair(const struct labels *labels, uint32_t set, frame_id pair)
{
	frame_id pairs[LABELS_MAX];
	const size_t count = labels_of_set(labels, set, pairs);
	size_t i = 0;

	while (i < count && pairs[i] != pair)
		i++;
	return i < count;
}

bool *brief_sets_with(const struct labels *labels, frame_id pair)
{
	bool *has = memory_clear(labels->sets.count + 1, sizeof(*has));
	size_t i;

	for (i = 0; i < labels->sets.count; i++)
		has[i] = has_pair(labels, (uint32_t)i, pair);
	return has;
}

frame_id brief_leaf_of(const struct brief_facts *facts, frame_id pair, uint64_t *count)
{
	const struct labels *labels = facts->source->labels;
	bool *has = brief_sets_with(labels, pair);
	uint64_t *self = memory_clear(facts->source->names->count, sizeof(*self));
	frame_id best;
	size_t i;

	for (i = 0; i < labels->count; i++) {
		const struct label_row *row = &labels->rows[i];
		const struct stack *stack = stack_moved(row->stack);

		if (has[row->set] && stack->depth > 0)
			self[stack->frames[stack->depth - 1]] += row->count[1];
	}
	best = brief_largest_sum(facts, self);
	*count = best == HASH_NONE ? 0 : self[best];
	free(has);
	free(self);
	return best;
}
