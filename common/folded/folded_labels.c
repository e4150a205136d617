/* SPDX-License-Identifier: MIT */
#include "common/folded/folded_labels.h"

#include "common/folded/folded_grammar.h"

void folded_labels_skip(struct slice *stack)
{
	struct slice name, value;
	unsigned count = 0;

	while (count < LABELS_MAX && label_cut(stack, &name, &value))
		count++;
}

static void take_time(struct ingest_run *run, struct slice value)
{
	struct labels *labels;
	uint64_t time;
	unsigned digits;

	if (!labels_parse_time(value, &time, &digits)) {
		ingest_note(run, FOLDED_TIME, value);
		return;
	}
	profile_label(&run->profile);
	labels = run->profile.labels;
	labels_rescale(labels, digits);
	labels->time = labels_time(labels, time, digits);
}

static bool folded_labels_is_time(struct slice name)
{
	return slice_equal(name, SLICE("time"));
}

/*
 * Labels after a time that was read or not. False if they are more than a set: there is a time
 * among them, or a name comes twice.
 */
static bool read_set(struct ingest_run *run, struct slice text, bool has_time)
{
	struct labels *labels = run->profile.labels;
	struct slice name, value, old;
	bool is_set = true;

	while (label_cut(&text, &name, &value)) {
		const bool twice = folded_labels_is_time(name) ? has_time
							       : labels_pending(labels, name, &old);

		is_set &= !twice && !folded_labels_is_time(name);
		if (twice)
			ingest_note(run, FOLDED_TWICE, name);
		else if (folded_labels_is_time(name))
			take_time(run, value);
		else
			labels_put(labels, name, value);
		has_time |= folded_labels_is_time(name);
	}
	return is_set;
}

/* The set of a text of labels: most came before. */
static void take_set(struct label_sets *known, struct ingest_run *run, struct slice text,
		     bool has_time)
{
	struct labels *into = run->profile.labels;
	const uint64_t time = into->time;
	uint32_t set;

	if (label_sets_find(known, text, &set)) {
		labels_use(into, set);
		into->time = time;
	} else if (read_set(run, text, has_time)) {
		label_sets_add(known, text, labels_current(into));
	}
}

/* "@cpu=05;@tid=7;x": as far as the `x`, which has to be there. */
static struct slice labels_part(struct slice stack)
{
	struct slice rest = stack;

	folded_labels_skip(&rest);
	return slice_between(stack.ptr, rest.ptr);
}

void folded_labels_take(struct label_sets *known, struct ingest_run *run, struct slice *stack)
{
	struct slice part = SLICE(""), rest, name, value;
	bool has_time;

	if (stack->len > 0 && stack->ptr[0] == '@')
		part = labels_part(*stack);
	if (part.len == 0 && !run->profile.labels)
		return;
	profile_label(&run->profile);
	labels_clear(run->profile.labels);
	if (part.len == 0)
		return;
	*stack = slice_tail(*stack, part.len);
	rest = part;
	has_time = label_cut(&rest, &name, &value) && folded_labels_is_time(name);
	if (has_time) {
		take_time(run, value);
		part = rest;
	}
	take_set(known, run, part, has_time);
}

void folded_labels_take_time(struct ingest_run *run, struct slice *stack)
{
	struct slice name, value;
	bool has_time = false;
	unsigned count;

	if (run->profile.labels)
		labels_clear(run->profile.labels);
	for (count = 0; count < LABELS_MAX && label_cut(stack, &name, &value); count++) {
		if (!folded_labels_is_time(name))
			continue;
		if (has_time)
			ingest_note(run, FOLDED_TWICE, name);
		else
			take_time(run, value);
		has_time = true;
	}
}
