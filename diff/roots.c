/* SPDX-License-Identifier: MIT */
#include "diff/roots.h"

#include "common/base/diag.h"

enum { MOST_NAMES = 3 }; /* in the name of all roots */

static const double enough = 0.5; /* share of the samples that agree */

/* The counts of a frame on both sides. */
struct use {
	double count[DIFF_SIDES];
};

static struct use *new_uses(const struct profile *profile)
{
	struct use *uses = memory_resize(NULL, profile->names.count, sizeof(*uses));
	size_t i;

	for (i = 0; i < profile->names.count; i++)
		uses[i] = (struct use){0};
	return uses;
}

static void add_use(struct use *uses, frame_id frame, const struct stack *stack)
{
	uses[frame].count[DIFF_BEFORE] += (double)stack->count[DIFF_BEFORE];
	uses[frame].count[DIFF_AFTER] += (double)stack->count[DIFF_AFTER];
}

static struct use *count_roots(const struct profile *joined)
{
	struct use *roots = new_uses(joined);
	size_t i;

	for (i = 0; i < joined->count; i++) {
		if (joined->stacks[i]->depth > 0)
			add_use(roots, joined->stacks[i]->frames[0], joined->stacks[i]);
	}
	return roots;
}

/* The one root that only this side has; false if there are none or several. */
static bool find_own(const struct use *roots, size_t count, enum diff_side side, frame_id *own)
{
	const enum diff_side other = side == DIFF_BEFORE ? DIFF_AFTER : DIFF_BEFORE;
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
static bool agree(const struct profile *joined, const frame_id own[DIFF_SIDES])
{
	struct use *callees = new_uses(joined);
	double all[DIFF_SIDES] = {0}, shared[DIFF_SIDES] = {0};
	size_t i;

	for (i = 0; i < joined->count; i++) {
		const struct stack *stack = joined->stacks[i];

		if (stack->depth > 1 &&
		    (stack->frames[0] == own[DIFF_BEFORE] || stack->frames[0] == own[DIFF_AFTER]))
			add_use(callees, stack->frames[1], stack);
	}
	for (i = 0; i < joined->names.count; i++) {
		const double *count = callees[i].count;
		bool both = count[DIFF_BEFORE] > 0 && count[DIFF_AFTER] > 0;

		all[DIFF_BEFORE] += count[DIFF_BEFORE];
		all[DIFF_AFTER] += count[DIFF_AFTER];
		shared[DIFF_BEFORE] += both ? count[DIFF_BEFORE] : 0;
		shared[DIFF_AFTER] += both ? count[DIFF_AFTER] : 0;
	}
	free(callees);
	return shared[DIFF_BEFORE] > 0 && shared[DIFF_BEFORE] >= enough * all[DIFF_BEFORE] &&
	       shared[DIFF_AFTER] >= enough * all[DIFF_AFTER];
}

/* "old, new" */
static void name_pair(struct roots *roots, const struct profile *joined,
		      const frame_id own[DIFF_SIDES])
{
	struct slice before = intern_name(&joined->names, own[DIFF_BEFORE]);
	struct slice after = intern_name(&joined->names, own[DIFF_AFTER]);

	buf_printf(&roots->name, "%.*s, %.*s", SLICE_ARG(before), SLICE_ARG(after));
	roots->members[0] = slice_head(buf_slice(&roots->name), before.len);
	roots->members[1] = slice_tail(buf_slice(&roots->name), before.len + 2);
	diag_warn("the processes '%.*s' and '%.*s' are compared as one, since they call the same "
		  "functions; --keep-root keeps them apart",
		  SLICE_ARG(before), SLICE_ARG(after));
}

/* The first root by its bytes after `last`; an empty slice is before all, and after them. */
static struct slice next_root(const struct profile *joined, const struct use *uses,
			      struct slice last)
{
	struct slice best = {0};
	size_t i;

	for (i = 0; i < joined->names.count; i++) {
		struct slice name = intern_name(&joined->names, (frame_id)i);

		if (uses[i].count[DIFF_BEFORE] + uses[i].count[DIFF_AFTER] > 0 &&
		    slice_compare(name, last) > 0 &&
		    (best.len == 0 || slice_compare(name, best) < 0))
			best = name;
	}
	return best;
}

/* "a, b, c, ..." ordered by name: ids differ from run to run. */
static void name_all(struct roots *roots, const struct profile *joined, const struct use *uses)
{
	struct slice name = next_root(joined, uses, SLICE(""));
	size_t found;

	for (found = 0; name.len > 0 && found < MOST_NAMES; found++) {
		buf_add_text(&roots->name, found > 0 ? ", " : "");
		buf_add(&roots->name, name);
		name = next_root(joined, uses, name);
	}
	if (name.len > 0)
		buf_add_text(&roots->name, ", ...");
}

void roots_find(struct roots *roots, const struct profile *joined, const struct diff_edits *edits)
{
	struct use *uses;
	frame_id own[DIFF_SIDES] = {0};

	if (edits->keep_root)
		return;
	uses = count_roots(joined);
	if (edits->ignore_root)
		name_all(roots, joined, uses);
	else if (find_own(uses, joined->names.count, DIFF_BEFORE, &own[DIFF_BEFORE]) &&
		 find_own(uses, joined->names.count, DIFF_AFTER, &own[DIFF_AFTER]) &&
		 agree(joined, own))
		name_pair(roots, joined, own);
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
