/* SPDX-License-Identifier: MIT */
#include "common/folded/folded.h"
#include "common/profile/functions.h"
#include "common/profile/profile_sort.h"
#include "render/tree/tree.h"
#include "tests/unit/check.h"

/* A profile, its tree, and what of it is refined. */
struct grown {
	struct profile profile;
	const struct stack **stacks;
	struct ranks ranks;
	struct tree tree;
	struct refine_base base;
};

static const struct refine plain = {.focus = REFINE_NO_FOCUS};

/* Lines of a small alphabet: recursion, equal names in many places. Always the same ones. */
static void grow(struct grown *grown, size_t count)
{
	struct tree_options options = {.shown = WIDTH_AFTER};
	uint32_t state = 7, depth, i;
	frame_id frames[8];
	char name;

	*grown = (struct grown){0};
	for (; count > 0; count--) {
		state = state * 1103515245 + 12345;
		depth = 1 + (state >> 8) % 8;
		for (i = 0; i < depth; i++) {
			state = state * 1103515245 + 12345;
			name = (char)('a' + (state >> 8) % 6);
			frames[i] = profile_frame(&grown->profile, slice_of(&name, 1));
		}
		profile_add_count(&grown->profile, frames, depth, 1 + (state >> 20) % 9);
	}
	options.root = profile_frame(&grown->profile, SLICE(""));
	grown->stacks = profile_sorted(&grown->profile, PROFILE_BY_FRAMES);
	profile_rank(&grown->profile, PROFILE_BY_FRAMES, &grown->ranks);
	CHECK(tree_build(&grown->tree, grown->stacks, grown->profile.count, &options));
	refine_base_build(&grown->base, &grown->tree, grown->ranks.of[0],
			  grown->profile.names.count);
}

static void fell(struct grown *grown)
{
	refine_base_release(&grown->base);
	tree_release(&grown->tree);
	profile_rank_release(&grown->ranks);
	free(grown->stacks);
	profile_release(&grown->profile);
}

static bool same_node(const struct node *a, const struct node *b)
{
	return a->name == b->name && a->depth == b->depth && a->start == b->start &&
	       a->width == b->width && a->count[0] == b->count[0] && a->count[1] == b->count[1];
}

CASE(nothing_refined_is_the_tree_itself)
{
	const struct refine_window all = {.depth = 0};
	struct refined refined;
	struct grown grown;
	size_t i;

	grow(&grown, 500);
	refine_build(&refined, &grown.base, &plain, &all);
	CHECK(refined.tree.count == grown.tree.count && refined.tree.left_out == 0);
	for (i = 0; i < refined.tree.count && i < grown.tree.count; i++)
		CHECK(same_node(&refined.tree.nodes[i], &grown.tree.nodes[i]));
	refined_release(&refined);
	fell(&grown);
}

/* All refinements that need no names, one a bit. */
static struct refine refine_of(unsigned bits, frame_id focus)
{
	return (struct refine){
		.focus = bits & 8 ? focus : REFINE_NO_FOCUS,
		.reversed = bits & 1,
		.folded = bits & 2,
		.by_width = bits & 4,
	};
}

CASE(only_frames_narrower_than_a_cell_are_left_out)
{
	const struct refine_window all = {.depth = 0}, narrow = {.columns = 40};
	struct refined whole, some;
	struct grown grown;
	unsigned bits;
	size_t i, at;

	grow(&grown, 500);
	for (bits = 0; bits < 16; bits++) {
		const struct refine refine = refine_of(bits, 1);
		uint64_t least;

		refine_build(&whole, &grown.base, &refine, &all);
		refine_build(&some, &grown.base, &refine, &narrow);
		least = (whole.tree.nodes[0].width + 39) / 40;
		for (i = at = 0; i < whole.tree.count; i++) {
			if (whole.tree.nodes[i].width < least)
				continue;
			CHECK(at < some.tree.count &&
			      same_node(&whole.tree.nodes[i], &some.tree.nodes[at]) &&
			      whole.runs[i] == some.runs[at]);
			at++;
		}
		CHECK(at == some.tree.count && some.tree.left_out > 0);
		refined_release(&whole);
		refined_release(&some);
	}
	fell(&grown);
}

/* The nodes below one of the whole tree, moved to the left edge. */
CASE(a_window_shows_what_the_whole_tree_has_there)
{
	const struct refine_window all = {.depth = 0};
	struct refined whole, zoomed;
	struct grown grown;
	frame_id path[2];
	unsigned bits;
	size_t i, at, from;

	grow(&grown, 500);
	for (bits = 0; bits < 16; bits++) {
		const struct refine refine = refine_of(bits, 2);
		const struct refine_window window = {.path = path, .depth = 2};

		refine_build(&whole, &grown.base, &refine, &all);
		for (from = 0; whole.tree.nodes[from].depth != 2;)
			from++;
		path[0] = whole.tree.nodes[1].name;
		path[1] = whole.tree.nodes[from].name;
		refine_build(&zoomed, &grown.base, &refine, &window);
		CHECK(zoomed.depth == 2);
		for (i = from, at = 2; at < zoomed.tree.count && i < whole.tree.count; i++, at++) {
			struct node moved = whole.tree.nodes[i];

			moved.start -= whole.tree.nodes[from].start;
			CHECK(same_node(&moved, &zoomed.tree.nodes[at]));
		}
		CHECK(at == zoomed.tree.count);
		CHECK(zoomed.tree.nodes[0].width == zoomed.tree.nodes[2].width);
		CHECK(zoomed.tree.nodes[0].count[1] == whole.tree.nodes[0].count[1]);
		refined_release(&whole);
		refined_release(&zoomed);
	}
	fell(&grown);
}

CASE(a_search_covers_the_stacks_that_have_a_match)
{
	struct refine_window all = {.columns = 3};
	struct refined refined;
	struct grown grown;
	uint64_t count[2];
	unsigned bits;
	bool *found;

	grow(&grown, 500);
	found = memory_clear(grown.profile.names.count, sizeof(*found));
	found[3] = true;
	all.found = found;
	functions_count_any(grown.stacks, grown.profile.count, found, count);
	CHECK(count[1] > 0 && count[1] < grown.profile.total[1]);
	for (bits = 0; bits < 8; bits++) {
		const struct refine refine = refine_of(bits, 0);

		refine_build(&refined, &grown.base, &refine, &all);
		CHECK(refined.covered[1] == count[1]);
		refined_release(&refined);
	}
	free(found);
	fell(&grown);
}

/* Callers and callees of a focus, and both sides of it, cover the stacks that have both. */
CASE(a_search_around_a_focus_looks_at_both_sides)
{
	struct refine_window window = {.columns = 3};
	struct refined callees, callers;
	const struct refine refine = refine_of(8, 1);
	struct grown grown;
	uint64_t both = 0;
	bool *found;
	size_t i;

	grow(&grown, 500);
	found = memory_clear(grown.profile.names.count, sizeof(*found));
	found[3] = true;
	for (i = 0; i < grown.profile.count; i++) {
		const struct stack *stack = grown.stacks[i];
		unsigned seen = 0;
		uint32_t level;

		for (level = 0; level < stack->depth; level++)
			seen |= stack->frames[level] == 1 ? 1U : stack->frames[level] == 3 ? 2U : 0;
		both += seen == 3 ? stack->count[1] : 0;
	}
	window.found = found;
	refine_build(&callees, &grown.base, &refine, &window);
	window.callers = true;
	refine_build(&callers, &grown.base, &refine, &window);
	CHECK(both > 0 && callees.covered[1] == both && callers.covered[1] == both);
	refined_release(&callees);
	refined_release(&callers);
	free(found);
	fell(&grown);
}

CASE(a_path_that_is_gone_ends_where_it_still_is)
{
	const frame_id nowhere[] = {0, 0, 0, 0, 0, 0, 0, 0, 0};
	const struct refine_window window = {.path = nowhere, .depth = ARRAY_LEN(nowhere)};
	struct refined refined;
	struct grown grown;

	grow(&grown, 50);
	refine_build(&refined, &grown.base, &plain, &window);
	CHECK(refined.depth < ARRAY_LEN(nowhere) && refined.tree.count == refined.depth + 1);
	refined_release(&refined);
	fell(&grown);
}

TEST_CASES(refine)
