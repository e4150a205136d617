/* SPDX-License-Identifier: MIT */
/*
 * Stacks: which are kept (--focus, --ignore), which of their frames are (--hide, --show,
 * --show-from, --trim-root, --trim-leaf), and recursion.
 */
#include "collapse/filter/filter.h"

#include "common/base/arena.h"

/* ---- --min-count and --top, when everything has been added up ---- */

static uint64_t larger(const struct stack *stack)
{
	return stack->count[0] > stack->count[1] ? stack->count[0] : stack->count[1];
}

/* True if the count, in units of 10^-scale, reaches the limit. */
static bool reaches(uint64_t count, unsigned scale, const struct factor *limit)
{
	struct factor one = {1, 0};
	unsigned up = limit->scale > scale ? limit->scale - scale : 0;
	unsigned down = scale > limit->scale ? scale - limit->scale : 0;
	struct product high;

	for (; up > 0; up--)
		one.value *= 10;
	high = factor_times(&one, count, 0);
	if (high.overflow)
		return true;
	for (one.value = 1; down > 0; down--)
		one.value *= 10;
	/* count * 10^up >= limit * 10^down, without the product on the right */
	return high.count / one.value >= limit->value;
}

struct ranked {
	const struct stack *stack;
	size_t place; /* in the order of the text, which decides between equals */
};

static int by_count(const void *a, const void *b)
{
	const struct ranked *left = a, *right = b;
	uint64_t more = larger(right->stack), less = larger(left->stack);

	if (more != less)
		return more > less ? 1 : -1;
	return left->place < right->place ? -1 : 1;
}

/* The depth of stacks that are not left: no stack has it. */
enum { LEFT_OUT = STACK_DEPTHS - 1 };

static struct stack *filter_choice_add(void *context, const struct stack *stack)
{
	struct profile *left = context;

	return stack->depth == LEFT_OUT ? NULL : profile_find(left, stack->frames, stack->depth);
}

/* Mark the stacks that are not left: `stacks` are all, `ranked` the `count` that are. */
static void leave_out(const struct stack **stacks, size_t all, const struct ranked *ranked,
		      size_t count)
{
	bool *is_left = memory_clear(all + 1, sizeof(*is_left));
	size_t i;

	for (i = 0; i < count; i++)
		is_left[ranked[i].place] = true;
	for (i = 0; i < all; i++) {
		if (!is_left[i])
			((struct stack *)stacks[i])->depth = LEFT_OUT;
	}
	free(is_left);
}

void filter_choose(struct profile *left, struct profile *all, const struct filter_options *options)
{
	const struct profile_editor editor = {.context = left, .stack = filter_choice_add};
	const struct stack **stacks = profile_sorted(all, PROFILE_BY_TEXT);
	struct ranked *ranked = memory_resize(NULL, all->count + 1, sizeof(*ranked));
	size_t count = 0, i;

	for (i = 0; i < all->count; i++) {
		if (reaches(larger(stacks[i]), all->scale, &options->min_count))
			ranked[count++] = (struct ranked){stacks[i], i};
	}
	if (options->top > 0 && options->top < count) {
		SORT(ranked, count, by_count);
		count = (size_t)options->top;
	}
	leave_out(stacks, all->count, ranked, count);
	profile_begin_edited(left, all);
	left->differential = all->differential;
	profile_edit(left, all, &editor);
	free(ranked);
	free(stacks);
}

struct adding {
	const struct filter_options *options;
	const struct filter_file *file;
	struct profile *into;
	unsigned scale; /* of the file's counts */
	struct filter_tally *tally;
	struct filter_labels *labels;
	struct filter_names *names;
	struct filter_name *frames; /* of the stack, edited */
	size_t frame_cap;
	frame_id *ids;
	size_t id_cap;
	struct stack *nothing; /* the shared stack of rows that lost all frames */
	uint32_t *last;        /* by id: its level in the stack plus 1, of frames further up: 0 */
	size_t last_cap;
};

/* The frames that have a name left, and all their masks in one. */
static size_t gather(struct adding *adding, const struct stack *stack, uint64_t *seen)
{
	size_t count = 0;
	uint32_t level;

	*seen = 0;
	MEMORY_NEED(adding->frames, stack->depth + 1u, adding->frame_cap);
	for (level = 0; level < stack->depth; level++) {
		struct filter_name *name = &adding->frames[count];

		count += filter_name(adding->names, stack->frames[level], level == 0, name);
		*seen |= name->mask;
	}
	return count;
}

static bool is_kept(const struct filter_options *options, uint64_t seen)
{
	return (seen & options->focus.bits) == options->focus.bits &&
	       (seen & options->ignore.bits) == 0;
}

/* Leave out single frames. */
static size_t hide(const struct adding *adding, size_t count)
{
	const uint64_t hidden = adding->options->hide.bits, shown = adding->options->show.bits;
	size_t left = 0, i;

	for (i = 0; i < count; i++) {
		uint64_t mask = adding->frames[i].mask;

		if ((mask & hidden) == 0 && (shown == 0 || (mask & shown) != 0))
			adding->frames[left++] = adding->frames[i];
	}
	return left;
}

/* Leave out what is above the first frame that matches; all of it where none does. */
static size_t show_from(const struct adding *adding, size_t count)
{
	const uint64_t bits = adding->options->show_from.bits;
	size_t first = 0;

	if (bits == 0)
		return count;
	while (first < count && (adding->frames[first].mask & bits) == 0)
		first++;
	memmove(adding->frames, adding->frames + first, (count - first) * sizeof(*adding->frames));
	return count - first;
}

static size_t trim(const struct adding *adding, size_t count)
{
	const struct filter_options *options = adding->options;
	size_t first = 0;

	while (count > 0 && (adding->frames[count - 1].mask & options->trim_leaf.bits) != 0)
		count--;
	while (first < count && (adding->frames[first].mask & options->trim_root.bits) != 0)
		first++;
	memmove(adding->frames, adding->frames + first, (count - first) * sizeof(*adding->frames));
	return count - first;
}

/* a;a;b is a;b, and where recursion is mutual a;b;a;c is a;c: a frame that comes back takes
 * what lies between along. */
static size_t collapse_recursion(struct adding *adding, size_t count, size_t id_count)
{
	const bool mutual = adding->options->recursion == RECURSION_MUTUAL;
	size_t left = 0, i, old = adding->last_cap;

	MEMORY_ROOM(adding->last, id_count, adding->last_cap);
	memset(adding->last + old, 0, (adding->last_cap - old) * sizeof(*adding->last));
	for (i = 0; i < count; i++) {
		const struct filter_name frame = adding->frames[i];
		uint32_t level = adding->last[frame.id];

		if (level > 0 && (mutual || level == left)) {
			while (left > level)
				adding->last[adding->frames[--left].id] = 0;
			continue;
		}
		adding->frames[left++] = frame;
		adding->last[frame.id] = (uint32_t)left;
	}
	for (i = 0; i < left; i++)
		adding->last[adding->frames[i].id] = 0;
	return left;
}

/* The stack's frames as they are to be; 0: it is left out. */
static size_t edit(struct adding *adding, const struct stack *stack)
{
	uint64_t seen;
	size_t count = gather(adding, stack, &seen);

	if (!is_kept(adding->options, seen))
		return 0;
	count = hide(adding, count);
	count = show_from(adding, count);
	count = trim(adding, count);
	if (adding->options->recursion != RECURSION_KEPT)
		count = collapse_recursion(adding, count, adding->into->names.count);
	return count;
}

/* Both columns multiplied, in the same units. */
static void filter_multiply(struct weight *weight, unsigned scale, const struct factor *factors,
			    bool *rounded)
{
	size_t column, i;

	for (column = 0; column < 2; column++) {
		struct product product = {weight->count[column], scale, false, false};

		for (i = 0; i < 2; i++) {
			product = factor_times(&factors[i], product.count, product.scale);
			*rounded |= product.rounded;
			weight->overflow |= product.overflow;
		}
		weight->count[column] = product.count;
		weight->scale = product.scale;
	}
}

static bool filter_wants(void *context, const struct label_row *row)
{
	struct adding *adding = context;
	const bool wanted = filter_labels_want(adding->labels, row);

	adding->tally->stacks++;
	adding->tally->stacks_left_out += !wanted;
	return wanted;
}

/*
 * Returns the new stack. Stacks of which no frame is left share one stack: filter_add_row() counts its
 * rows.
 */
static struct stack *add_edited(void *context, const struct stack *old)
{
	struct adding *adding = context;
	const struct slice root = buf_slice(&adding->file->root);
	const size_t count = edit(adding, old), first = root.len > 0;
	size_t i;

	if (count == 0)
		return adding->nothing;
	MEMORY_ROOM(adding->ids, count, adding->id_cap);
	if (first > 0)
		adding->ids[0] = profile_frame(adding->into, root);
	for (i = 0; i < count; i++)
		adding->ids[first + i] = adding->frames[i].id;
	return profile_find(adding->into, adding->ids, (uint32_t)(first + count));
}

static struct stack *filter_add_row(void *context, const struct label_row *row, struct stack *stack,
				    struct weight *weight)
{
	struct adding *adding = context;
	const struct factor factors[2] = {adding->file->weight, adding->options->scale};
	bool rounded = false;

	if (stack == adding->nothing) {
		adding->tally->stacks_left_out++;
		return NULL;
	}
	filter_multiply(weight, adding->scale, factors, &rounded);
	adding->tally->rounded += rounded;
	filter_labels_give(adding->labels, row);
	return stack;
}

/* Names come from folded text: `;` is in none. */
bool filter_changes_nothing(const struct filter_options *options, const struct filter_file *file)
{
	return !options->has_patterns && options->simplify == SIMPLIFY_NONE &&
	       options->recursion == RECURSION_KEPT && options->wheres.count == 0 &&
	       !options->times.given && options->added_labels.count == 0 &&
	       options->dropped_labels.count == 0 && !options->aligns_time &&
	       factor_is_one(&options->scale) && factor_is_one(&file->weight) &&
	       file->root.len == 0;
}

static bool has_empty_stack(const struct profile *profile)
{
	size_t i;

	if (!profile->ends)
		return profile_look_up(profile, NULL, profile_place_of(NULL, 0)) != NULL;
	for (i = 0; i < profile->count; i++) {
		if (profile->stacks[i]->depth == 0)
			return true;
	}
	return false;
}

/* False where the profile's stacks have to be added one by one: the empty one is left out. */
static bool filter_take_over(struct profile *into, struct filter_file *file,
			     const struct filter_options *options, struct filter_tally *tally)
{
	struct profile *from = &file->profile;

	if (!filter_changes_nothing(options, file) || !profile_is_empty(into) ||
	    has_empty_stack(from))
		return false;
	tally->stacks += profile_rows(from);
	profile_become(into, from);
	return true;
}

static void add_one_by_one(struct profile *into, struct filter_file *file,
			   const struct filter_options *options, struct filter_tally *tally)
{
	struct adding adding = {
		.options = options,
		.file = file,
		.into = into,
		.scale = file->profile.scale,
		.tally = tally,
		.nothing = profile_stack(into, NULL, 0),
		.names = filter_names_new(into, &file->profile, options),
		.labels = filter_labels_new(into, &file->profile, options, file),
	};
	const struct profile_editor editor = {&adding, true, filter_wants, add_edited,
					      filter_add_row};

	filter_names_decide(adding.names);
	profile_edit(into, &file->profile, &editor);
	filter_labels_free(adding.labels);
	filter_names_free(adding.names);
	free(adding.frames);
	free(adding.ids);
	free(adding.last);
}

void filter_add(struct profile *into, struct filter_file *file,
		const struct filter_options *options, struct filter_tally *tally)
{
	if (filter_take_over(into, file, options, tally))
		return;
	if (file->profile.ends)
		profile_close(&file->profile, PROFILE_BY_FRAMES);
	profile_freeze(&file->profile);
	add_one_by_one(into, file, options, tally);
}
