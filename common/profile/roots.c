/* SPDX-License-Identifier: MIT */
#include "common/profile/roots.h"

enum { MOST_NAMES = 3 }; /* in the name of all roots */

static const double enough = 0.5; /* share of the samples that agree */

/* The counts of a frame on both sides. */
struct use {
	double count[2];
};

static struct use *roots_new_uses(const struct profile *profile)
{
	struct use *uses = memory_resize(NULL, profile->names.count, sizeof(*uses));
	size_t i;

	for (i = 0; i < profile->names.count; i++)
		uses[i] = (struct use){0};
	return uses;
}

static void roots_add_use(struct use *uses, frame_id frame, const struct stack *stack)
{
	uses[frame].count[0] += (double)stack->count[0];
	uses[frame].count[1] += (double)stack->count[1];
}

static struct use *roots_count(const struct profile *joined)
{
	struct use *roots = roots_new_uses(joined);
	size_t i;

	for (i = 0; i < joined->count; i++) {
		if (joined->stacks[i]->depth > 0)
			roots_add_use(roots, joined->stacks[i]->frames[0], joined->stacks[i]);
	}
	return roots;
}

/* The one root that only this side has; false if there are none or several. */
static bool roots_find_own(const struct use *roots, size_t count, int side, frame_id *own)
{
	const int other = 1 - side;
	size_t i, found = 0;

	for (i = 0; i < count; i++) {
		if (roots[i].count[side] > 0 && roots[i].count[other] <= 0) {
			*own = (frame_id)i;
			found++;
		}
	}
	return found == 1;
}

/* True if both roots call the same functions. */
static bool roots_agree(const struct profile *joined, const frame_id own[2])
{
	struct use *callees = roots_new_uses(joined);
	double all[2] = {0}, shared[2] = {0};
	size_t i;

	for (i = 0; i < joined->count; i++) {
		const struct stack *stack = joined->stacks[i];

		if (stack->depth > 1 && (stack->frames[0] == own[0] || stack->frames[0] == own[1]))
			roots_add_use(callees, stack->frames[1], stack);
	}
	for (i = 0; i < joined->names.count; i++) {
		const double *count = callees[i].count;
		bool both = count[0] > 0 && count[1] > 0;

		all[0] += count[0];
		all[1] += count[1];
		shared[0] += both ? count[0] : 0;
		shared[1] += both ? count[1] : 0;
	}
	free(callees);
	return shared[0] > 0 && shared[0] >= enough * all[0] && shared[1] >= enough * all[1];
}

/* "old, new" */
static void roots_name_pair(struct roots *roots, const struct profile *joined,
			    const frame_id own[2])
{
	struct slice before = intern_name(&joined->names, own[0]);
	struct slice after = intern_name(&joined->names, own[1]);

	buf_add(&roots->name, before); /* which may hold zeros, where printf would end */
	buf_add_text(&roots->name, ", ");
	buf_add(&roots->name, after);
	roots->members[0] = slice_head(buf_slice(&roots->name), before.len);
	roots->members[1] = slice_tail(buf_slice(&roots->name), before.len + 2);
}

/* The first root by its bytes after `last`; an empty slice is before all, and after them. */
static struct slice roots_next(const struct profile *joined, const struct use *uses,
			       struct slice last)
{
	struct slice best = {0};
	size_t i;

	for (i = 0; i < joined->names.count; i++) {
		struct slice name = intern_name(&joined->names, (frame_id)i);

		if (uses[i].count[0] + uses[i].count[1] > 0 && slice_compare(name, last) > 0 &&
		    (best.len == 0 || slice_compare(name, best) < 0))
			best = name;
	}
	return best;
}

/* "a, b, c, ..." ordered by name: ids differ from run to run. */
static void roots_name_all(struct roots *roots, const struct profile *joined,
			   const struct use *uses)
{
	struct slice name = roots_next(joined, uses, SLICE(""));
	size_t found;

	for (found = 0; name.len > 0 && found < MOST_NAMES; found++) {
		buf_add_text(&roots->name, found > 0 ? ", " : "");
		buf_add(&roots->name, name);
		name = roots_next(joined, uses, name);
	}
	if (name.len > 0)
		buf_add_text(&roots->name, ", ...");
}

void roots_find(struct roots *roots, const struct profile *joined, enum roots_rule rule)
{
	struct use *uses;
	frame_id own[2] = {0};

	if (rule == ROOTS_NONE)
		return;
	uses = roots_count(joined);
	if (rule == ROOTS_ALL)
		roots_name_all(roots, joined, uses);
	else if (roots_find_own(uses, joined->names.count, 0, &own[0]) &&
		 roots_find_own(uses, joined->names.count, 1, &own[1]) && roots_agree(joined, own))
		roots_name_pair(roots, joined, own);
	free(uses);
}

void roots_join(const struct roots *roots, struct profile *profile)
{
	struct profile renamed = {.threads = profile->threads, .header = profile->header};
	frame_id name, members[2];
	size_t i;

	if (roots->name.len == 0)
		return;
	profile->header = (struct header){0}; /* texts of it are in use */
	name = profile_frame(profile, buf_slice(&roots->name));
	members[0] = profile_frame(profile, roots->members[0]);
	members[1] = profile_frame(profile, roots->members[1]);
	for (i = 0; i < profile->count; i++) {
		struct stack *stack = profile->stacks[i];

		if (stack->depth > 0 &&
		    (roots->members[0].len == 0 || stack->frames[0] == members[0] ||
		     stack->frames[0] == members[1]))
			stack->frames[0] = name;
	}
	profile_merge(&renamed, profile);
	*profile = renamed;
}

void roots_release(struct roots *roots)
{
	buf_release(&roots->name);
	*roots = (struct roots){0};
}
