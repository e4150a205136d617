/* SPDX-License-Identifier: MIT */
#include "common/folded/folded.h"
#include "render/tree/stacks.h"
#include "render/tree/tree.h"
#include "tests/unit/check.h"

/* A profile of folded lines, and its tree. */
struct grown {
	struct profile profile;
	const struct stack **stacks;
	struct tree tree;
	bool fits;
};

static void read_lines(struct profile *profile, const char *text)
{
	struct slice rest = slice_from(text), line, name;
	struct folded_line parts;
	frame_id frames[16];
	uint32_t depth;

	while (slice_line(&rest, &line)) {
		CHECK(folded_own.split(line, &parts));
		for (depth = 0; slice_cut(&parts.stack, ';', &name); depth++)
			frames[depth] = profile_frame(profile, name);
		frames[depth++] = profile_frame(profile, parts.stack);
		profile_add(profile, frames, depth, &parts.weight);
	}
}

static void grow_from(struct grown *grown)
{
	const struct tree_options options = {
		.root = profile_frame(&grown->profile, SLICE("")),
		.differential = grown->profile.differential,
	};

	grown->stacks = profile_sorted(&grown->profile, PROFILE_BY_FRAMES);
	grown->fits = tree_build(&grown->tree, grown->stacks, grown->profile.count, &options);
}

static void grow(struct grown *grown, const char *text)
{
	*grown = (struct grown){0};
	read_lines(&grown->profile, text);
	grow_from(grown);
}

static void fell(struct grown *grown)
{
	tree_release(&grown->tree);
	free(grown->stacks);
	profile_release(&grown->profile);
}

struct expected {
	const char *name;
	uint32_t depth;
	uint64_t start, width;
};

static void check_nodes(const struct grown *grown, const struct expected *expected, size_t count)
{
	size_t i;

	CHECK(grown->tree.count == count);
	for (i = 0; i < count && i < grown->tree.count; i++) {
		const struct node *node = &grown->tree.nodes[i];

		CHECK(slice_equal(intern_name(&grown->profile.names, node->name),
				  slice_from(expected[i].name)));
		CHECK(node->depth == expected[i].depth);
		CHECK(node->start == expected[i].start);
		CHECK(node->width == expected[i].width);
	}
}

static void stacks_become_a_tree_in_pre_order(void)
{
	static const struct expected expected[] = {
		{"", 0, 0, 10}, {"a", 1, 0, 7}, {"b", 2, 2, 5},
		{"c", 3, 3, 4}, {"z", 1, 7, 3}, {"b", 2, 7, 3},
	};
	struct grown grown;

	grow(&grown, "a 2\na;b 1\na;b;c 4\nz;b 3\n");
	CHECK(grown.fits);
	check_nodes(&grown, expected, ARRAY_LEN(expected));
	fell(&grown);
}

static void equal_siblings_merge_whatever_stands_between_their_lines(void)
{
	static const struct expected expected[] = {
		{"", 0, 0, 3}, {"a", 1, 0, 3}, {"b", 2, 0, 2}, {"c", 3, 1, 1}, {"b#x", 2, 2, 1},
	};
	struct grown grown;

	grow(&grown, "a;b 1\na;b#x 1\na;b;c 1\n");
	check_nodes(&grown, expected, ARRAY_LEN(expected));
	fell(&grown);
}

static void a_recursive_frame_is_opened_again(void)
{
	static const struct expected expected[] = {
		{"", 0, 0, 3}, {"f", 1, 0, 3}, {"f", 2, 1, 2}, {"f", 3, 1, 2}};
	struct grown grown;

	grow(&grown, "f 1\nf;f;f 2\n");
	check_nodes(&grown, expected, ARRAY_LEN(expected));
	fell(&grown);
}

static void no_stacks_give_a_root_without_width(void)
{
	static const struct expected expected[] = {{"", 0, 0, 0}};
	struct grown grown;

	grow(&grown, "");
	check_nodes(&grown, expected, ARRAY_LEN(expected));
	fell(&grown);
}

static void reversed_stacks_merge_from_their_leaves(void)
{
	static const struct expected expected[] = {
		{"", 0, 0, 6},     {"leaf", 1, 0, 6}, {"a", 2, 0, 5},
		{"main", 3, 0, 2}, {"x", 3, 2, 3},    {"b", 2, 5, 1},
	};
	struct grown grown = {0};

	read_lines(&grown.profile, "main;a;leaf 2\nx;a;leaf 3\nb;leaf 1\n");
	stacks_reverse(&grown.profile);
	grow_from(&grown);
	check_nodes(&grown, expected, ARRAY_LEN(expected));
	fell(&grown);
}

static void reversing_twice_changes_nothing(void)
{
	struct grown once, twice = {0};
	const char *text = "a;b 1.5\na;c;d 2\ne 4\n";
	size_t i;

	grow(&once, text);
	read_lines(&twice.profile, text);
	stacks_reverse(&twice.profile);
	stacks_reverse(&twice.profile);
	grow_from(&twice);
	CHECK(twice.profile.scale == 1);
	CHECK(once.tree.count == twice.tree.count);
	for (i = 0; i < once.tree.count; i++)
		CHECK(once.tree.nodes[i].width == twice.tree.nodes[i].width);
	fell(&once);
	fell(&twice);
}

/* Node by node: the first column's counts. */
static void a_differential_compares_frames_with_their_descendants(void)
{
	static const struct expected after[] = {
		{"", 0, 0, 19},     {"a", 1, 0, 16},   {"b", 2, 1, 15},
		{"gone", 2, 16, 0}, {"new", 1, 16, 3},
	};
	static const uint64_t before[] = {23, 23, 10, 8, 0};
	struct grown grown;
	size_t i;

	grow(&grown, "a 5 1\na;b 10 15\na;gone 8 0\nnew 0 3\n");
	check_nodes(&grown, after, ARRAY_LEN(after));
	for (i = 0; i < ARRAY_LEN(before); i++) {
		CHECK(grown.tree.nodes[i].count[0] == before[i]);
		CHECK(grown.tree.nodes[i].count[1] == after[i].width);
	}
	CHECK(grown.tree.max_delta == 8);
	fell(&grown);
}

/* A small generator of whole numbers, the same on every run. */
static uint32_t next_number(uint64_t *state)
{
	*state = *state * 6364136223846793005 + 1442695040888963407;
	return (uint32_t)(*state >> 33);
}

static void add_random_stacks(struct profile *profile, uint64_t seed)
{
	struct weight weight = {.scale = (unsigned)(seed % 4), .differential = true};
	frame_id frames[8];
	uint32_t i, level, depth;

	for (i = 0; i < 200; i++) {
		depth = next_number(&seed) % 9;
		for (level = 0; level < depth; level++) {
			char name = (char)('a' + next_number(&seed) % 4);

			frames[level] = profile_frame(profile, slice_of(&name, 1));
		}
		weight.count[0] = next_number(&seed) % 2 * next_number(&seed);
		weight.count[1] = next_number(&seed) % 2 * next_number(&seed);
		profile_add(profile, frames, depth, &weight);
	}
}

/* The count of the node without its children. */
static uint64_t self_count(const struct tree *tree, size_t at, int column)
{
	uint64_t self = tree->nodes[at].count[column];
	size_t i;

	for (i = at + 1; i < tree->count && tree->nodes[i].depth > tree->nodes[at].depth; i++) {
		if (tree->nodes[i].depth == tree->nodes[at].depth + 1) {
			CHECK(tree->nodes[i].count[column] <= self);
			self -= tree->nodes[i].count[column];
		}
	}
	return self;
}

/* Modulo 2^64, as differences may be negative. */
static void the_frames_own_differences_add_up_to_that_of_the_totals(void)
{
	uint64_t seed;
	size_t i;

	for (seed = 1; seed <= 40; seed++) {
		struct grown grown = {0};
		uint64_t sum = 0, selves[2] = {0, 0};

		add_random_stacks(&grown.profile, seed);
		grow_from(&grown);
		for (i = 0; i < grown.tree.count; i++) {
			uint64_t self[2] = {self_count(&grown.tree, i, 0),
					    self_count(&grown.tree, i, 1)};

			sum += self[1] - self[0];
			selves[0] += self[0];
			selves[1] += self[1];
		}
		CHECK(grown.fits);
		CHECK(sum == grown.profile.total[1] - grown.profile.total[0]);
		CHECK(selves[0] == grown.profile.total[0] && selves[1] == grown.profile.total[1]);
		fell(&grown);
	}
}

/* A frame's own counts are those of the stack that ends in it: both lists are in one order. */
static void frames_own_counts_are_those_of_the_stacks(void)
{
	uint64_t seed;
	size_t i, at;

	for (seed = 1; seed <= 40; seed++) {
		struct grown grown = {0};

		add_random_stacks(&grown.profile, seed);
		grow_from(&grown);
		for (i = 0, at = 0; i < grown.profile.count; i++, at++) {
			while (at < grown.tree.count &&
			       grown.tree.nodes[at].depth != grown.stacks[i]->depth)
				CHECK(self_count(&grown.tree, at++, 1) == 0);
			CHECK(at < grown.tree.count);
			CHECK(self_count(&grown.tree, at, 0) == grown.stacks[i]->count[0]);
			CHECK(self_count(&grown.tree, at, 1) == grown.stacks[i]->count[1]);
		}
		fell(&grown);
	}
}

static void widths_show_the_column_that_is_wanted(void)
{
	static const struct {
		enum width_column shown;
		struct expected nodes[4];
	} rows[] = {
		{WIDTH_AFTER, {{"", 0, 0, 9}, {"a", 1, 0, 4}, {"b", 2, 4, 0}, {"c", 1, 4, 5}}},
		{WIDTH_BEFORE, {{"", 0, 0, 8}, {"a", 1, 0, 8}, {"b", 2, 1, 7}, {"c", 1, 8, 0}}},
		{WIDTH_BOTH, {{"", 0, 0, 17}, {"a", 1, 0, 12}, {"b", 2, 5, 7}, {"c", 1, 12, 5}}},
	};
	struct grown grown;
	size_t i;

	grow(&grown, "a 1 4\na;b 7 0\nc 0 5\n");
	for (i = 0; i < ARRAY_LEN(rows); i++) {
		const struct tree_options options = {
			.root = profile_frame(&grown.profile, SLICE("")),
			.differential = true,
			.shown = rows[i].shown,
		};

		tree_release(&grown.tree);
		CHECK(tree_build(&grown.tree, grown.stacks, grown.profile.count, &options));
		check_nodes(&grown, rows[i].nodes, 4);
		CHECK(grown.tree.nodes[2].count[0] == 7 && grown.tree.nodes[2].count[1] == 0);
		CHECK(grown.tree.max_delta == 7);
	}
	fell(&grown);
}

static void both_columns_together_must_fit(void)
{
	struct tree_options options = {.shown = WIDTH_BOTH};
	struct grown grown;

	grow(&grown, "a 18446744073709551610 0\nb 0 5\n");
	options.root = profile_frame(&grown.profile, SLICE(""));
	tree_release(&grown.tree);
	CHECK(tree_build(&grown.tree, grown.stacks, grown.profile.count, &options));
	CHECK(grown.tree.nodes[0].width == UINT64_MAX);
	fell(&grown);
	grow(&grown, "a 18446744073709551610 0\nb 0 6\n");
	options.root = profile_frame(&grown.profile, SLICE(""));
	tree_release(&grown.tree);
	CHECK(!tree_build(&grown.tree, grown.stacks, grown.profile.count, &options));
	fell(&grown);
}

/* Name of the frame that changed most; "" if none did. */
static bool largest_is(const char *text, const char *name, uint64_t before, uint64_t after)
{
	struct caption caption = {.factor = {.value = 1}};
	const struct node *node;
	struct grown grown;
	bool is = true;

	grow(&grown, text);
	caption.total[0] = grown.profile.total[0];
	caption.total[1] = grown.profile.total[1];
	node = largest_change(&grown.tree, &caption);
	if (!node)
		is = *name == '\0';
	else
		is = slice_equal(intern_name(&grown.profile.names, node->name), slice_from(name)) &&
		     node->count[0] == before && node->count[1] == after;
	fell(&grown);
	return is;
}

static void the_largest_change_is_the_one_it_comes_from(void)
{
	CHECK(largest_is("main;grow;child 20 60\nmain;rest 80 40\n", "child", 20, 60));
	CHECK(largest_is("main;a 50 10\nmain;b 30 50\nmain;c 20 40\n", "a", 50, 10));
	CHECK(largest_is("new;x 0 5\nold;y 5 0\n", "x", 0, 5));
	CHECK(largest_is("a 5 5\nb 1 1\n", "", 0, 0));
	CHECK(largest_is("a 5 10\nb 1 2\n", "", 0, 0));
}

static void differences_need_not_fit_in_a_signed_number(void)
{
	struct grown grown;

	grow(&grown, "a 18446744073709551615 0\n");
	CHECK(grown.tree.max_delta == UINT64_MAX);
	fell(&grown);
}

static void one_column_means_no_difference(void)
{
	struct grown grown;

	grow(&grown, "a 7\nb 8\n");
	CHECK(grown.tree.max_delta == 0);
	CHECK(grown.tree.nodes[0].count[0] == 15);
	fell(&grown);
}

static void the_largest_sum_is_exact_and_one_more_is_refused(void)
{
	struct grown grown;

	grow(&grown, "a 18446744073709551614\nb 1\n");
	CHECK(grown.fits);
	CHECK(grown.tree.nodes[0].width == UINT64_MAX);
	CHECK(grown.tree.nodes[2].start == UINT64_MAX - 1);
	fell(&grown);
	grow(&grown, "a 18446744073709551614\nb 2\n");
	CHECK(!grown.fits);
	fell(&grown);
}

/* Stacks as they come: `text` has a line each, and at most 16. */
static void grow_lines(struct grown *grown, const char *text, bool leaf_deltas)
{
	static const struct stack *list[16];
	frame_id frames[8];
	struct slice rest = slice_from(text), line, name;
	struct tree_options options = {.leaf_deltas = leaf_deltas};
	struct folded_line parts;
	size_t n;

	*grown = (struct grown){0};
	for (n = 0; slice_line(&rest, &line); n++) {
		struct stack *made;
		uint32_t depth = 0;

		CHECK(folded_own.split(line, &parts));
		while (slice_cut(&parts.stack, ';', &name))
			frames[depth++] = profile_frame(&grown->profile, name);
		frames[depth++] = profile_frame(&grown->profile, parts.stack);
		made = profile_stack(&grown->profile, frames, depth);
		made->differential = parts.weight.differential;
		made->count[0] = parts.weight.count[0];
		made->count[1] = parts.weight.count[1];
		list[n] = made;
	}
	options.root = profile_frame(&grown->profile, SLICE(""));
	options.least_delta = leaf_deltas ? 1 : 0;
	grown->fits = tree_build(&grown->tree, list, n, &options);
}

static void only_neighbours_merge(void)
{
	static const struct expected expected[] = {
		{"", 0, 0, 6},    {"a", 1, 0, 6}, {"b", 2, 0, 1},
		{"b#x", 2, 1, 2}, {"b", 2, 3, 3}, {"c", 3, 3, 3},
	};
	struct grown grown;

	grow_lines(&grown, "a;b 1\na;b#x 2\na;b;c 3\n", false);
	check_nodes(&grown, expected, ARRAY_LEN(expected));
	fell(&grown);
}

static void frames_close_outermost_first(void)
{
	/* B alone, x alone, y alone; then A with x and z; at the end what is open */
	static const uint32_t expected[] = {6, 7, 3, 0, 1, 2, 4, 5, 8};
	struct grown grown;
	size_t i;

	grow_lines(&grown, "p;A;B 1\np;A 1\np;A;x 1\np;A;y 1\np;A;x;z 1\np;C 1\n", false);
	CHECK(grown.tree.count == ARRAY_LEN(expected));
	for (i = 0; i < ARRAY_LEN(expected); i++)
		CHECK(grown.tree.nodes[i].closed == expected[i]);
	fell(&grown);
}

/* A difference belongs to the frame the line ends in, if the line opens it. */
static void leaf_differences_are_those_of_the_first_line(void)
{
	static const struct {
		bool differential;
		uint64_t before, after;
	} expected[] = {
		{true, 0, 0},  {true, 0, 0},  {true, 10, 20}, {true, 3, 0},
		{true, 7, 70}, {false, 0, 0}, {false, 0, 0},
	};
	struct grown grown;
	size_t i;

	grow_lines(&grown, "a;b 10 20\na;b 10 5\na;b 7\na;b;c 3 0\na;d 7 70\ne;f 9\n", true);
	CHECK(grown.tree.count == ARRAY_LEN(expected));
	for (i = 0; i < ARRAY_LEN(expected); i++) {
		CHECK(grown.tree.nodes[i].differential == expected[i].differential);
		CHECK(grown.tree.nodes[i].count[0] == expected[i].before);
		CHECK(grown.tree.nodes[i].count[1] == expected[i].after);
	}
	CHECK(grown.tree.max_delta == 63);
	fell(&grown);
	grow_lines(&grown, "a 5 5\n", true);
	CHECK(grown.tree.max_delta == 1);
	fell(&grown);
}

static void bases_and_wakers_change_the_profile(void)
{
	static const struct expected cut[] = {
		{"", 0, 0, 6}, {"b", 1, 0, 6}, {"c", 2, 4, 2}, {"--", 3, 4, 2}, {"d", 4, 4, 2}};
	static const struct expected chained[] = {{"", 0, 0, 6},   {"b", 1, 0, 6},
						  {"--", 2, 0, 4}, {"c", 2, 4, 2},
						  {"--", 3, 4, 2}, {"d_[w]", 4, 4, 2}};
	const struct slice base = SLICE("b");
	struct grown grown = {0};

	read_lines(&grown.profile, "a;b 1\na;b;c;--;d 2\nb;b 3\nx;y 4\n");
	stacks_cut(&grown.profile, &(struct stacks_names){&base, 1});
	grow_from(&grown);
	check_nodes(&grown, cut, ARRAY_LEN(cut));
	tree_release(&grown.tree);
	free(grown.stacks);
	stacks_chain(&grown.profile);
	grow_from(&grown);
	check_nodes(&grown, chained, ARRAY_LEN(chained));
	fell(&grown);
}

static void depth_is_no_matter_of_recursion(void)
{
	struct grown grown = {0};
	frame_id *frames = memory_resize(NULL, LIMIT_DEPTH, sizeof(*frames));
	uint32_t i;

	for (i = 0; i < LIMIT_DEPTH; i++)
		frames[i] = profile_frame(&grown.profile, i % 2 ? SLICE("odd") : SLICE("even"));
	profile_add_count(&grown.profile, frames, LIMIT_DEPTH, 3);
	free(frames);
	grow_from(&grown);
	CHECK(grown.tree.count == LIMIT_DEPTH + 1);
	CHECK(grown.tree.nodes[LIMIT_DEPTH].depth == LIMIT_DEPTH);
	CHECK(grown.tree.nodes[LIMIT_DEPTH].width == 3);
	fell(&grown);
}

TEST(tree)
{
	stacks_become_a_tree_in_pre_order();
	equal_siblings_merge_whatever_stands_between_their_lines();
	a_recursive_frame_is_opened_again();
	no_stacks_give_a_root_without_width();
	reversed_stacks_merge_from_their_leaves();
	reversing_twice_changes_nothing();
	a_differential_compares_frames_with_their_descendants();
	the_frames_own_differences_add_up_to_that_of_the_totals();
	frames_own_counts_are_those_of_the_stacks();
	widths_show_the_column_that_is_wanted();
	both_columns_together_must_fit();
	the_largest_change_is_the_one_it_comes_from();
	differences_need_not_fit_in_a_signed_number();
	one_column_means_no_difference();
	the_largest_sum_is_exact_and_one_more_is_refused();
	only_neighbours_merge();
	frames_close_outermost_first();
	leaf_differences_are_those_of_the_first_line();
	bases_and_wakers_change_the_profile();
	depth_is_no_matter_of_recursion();
	return check_done();
}
