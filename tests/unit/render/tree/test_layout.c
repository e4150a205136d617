/* SPDX-License-Identifier: MIT */
#include "render/tree/layout.h"

#include <dirent.h>

#include "common/base/diag.h"
#include "common/folded/folded.h"
#include "render/tree/tree.h"
#include "tests/unit/check.h"

/* A tree as the nodes it has; name ids are free to choose. */
static const struct node sample[] = {
	{.name = 0, .depth = 0, .start = 0, .width = 1180},
	{.name = 1, .depth = 1, .start = 0, .width = 700},
	{.name = 2, .depth = 2, .start = 100, .width = 1},
	{.name = 3, .depth = 2, .start = 101, .width = 599},
	{.name = 4, .depth = 3, .start = 101, .width = 2},
	{.name = 1, .depth = 1, .start = 700, .width = 480},
	{.name = 5, .depth = 2, .start = 1179, .width = 1},
	{.name = 6, .depth = 3, .start = 1179, .width = 1},
};

static struct tree tree_of(const struct node *nodes, size_t count)
{
	struct tree tree = {.nodes = memory_resize(NULL, count, sizeof(*nodes)), .count = count};

	memcpy(tree.nodes, nodes, count * sizeof(*nodes));
	return tree;
}

static struct layout lay_out(const struct node *nodes, size_t count, struct layout_width min)
{
	const struct layout_options options = {.min = min, .pixels = 1180};
	struct tree tree = tree_of(nodes, count);
	struct layout layout;

	layout_build(&layout, &tree, &options);
	tree_release(&tree);
	return layout;
}

static void check_names(const struct layout *layout, const frame_id *names, size_t count)
{
	size_t i;

	CHECK(layout->count == count);
	for (i = 0; i < count && i < layout->count; i++)
		CHECK(layout->rects[i].name == names[i]);
}

static void without_a_minimum_every_frame_is_drawn(void)
{
	static const frame_id all[] = {0, 1, 2, 3, 4, 1, 5, 6};
	struct layout layout = lay_out(sample, ARRAY_LEN(sample), (struct layout_width){0});
	size_t i;

	check_names(&layout, all, ARRAY_LEN(all));
	for (i = 0; i < layout.count; i++) {
		CHECK(layout.rects[i].start == sample[i].start);
		CHECK(layout.rects[i].width == sample[i].width);
		CHECK(layout.rects[i].depth == sample[i].depth);
	}
	CHECK(layout.rows == 4);
	CHECK(layout.hidden == 0);
	CHECK(layout.total == 1180);
	layout_release(&layout);
}

static void frames_narrower_than_the_minimum_are_left_out_and_counted(void)
{
	static const frame_id wide[] = {0, 1, 3, 4, 1};
	const struct layout_width two_pixels = {.millionths = 2000000};
	struct layout layout = lay_out(sample, ARRAY_LEN(sample), two_pixels);

	check_names(&layout, wide, ARRAY_LEN(wide));
	CHECK(layout.hidden == 3);
	CHECK(layout.rows == 4);
	layout_release(&layout);
}

static void rows_nobody_needs_are_not_counted(void)
{
	const struct layout_width half = {.millionths = 40 * 1000000, .percent = true};
	struct layout layout = lay_out(sample, ARRAY_LEN(sample), half);

	CHECK(layout.count == 4);
	CHECK(layout.rows == 3);
	layout_release(&layout);
}

static void the_root_is_always_there(void)
{
	const struct layout_width whole = {.millionths = 101 * 1000000, .percent = true};
	const struct layout_width vast = {.millionths = 1000000000000};
	struct layout layout = lay_out(sample, ARRAY_LEN(sample), whole);

	CHECK(layout.count == 1 && layout.rows == 1 && layout.hidden == 7);
	layout_release(&layout);
	layout = lay_out(sample, ARRAY_LEN(sample), vast);
	CHECK(layout.count == 1);
	layout_release(&layout);
}

static void a_frame_exactly_as_wide_as_the_minimum_is_drawn(void)
{
	const struct layout_width tenth = {.millionths = 100000};
	const struct layout_width percent = {.millionths = 1000000, .percent = true};

	CHECK(layout_count_of(&tenth, 1180, 11800) == 1);
	CHECK(layout_count_of(&tenth, 1180, 11801) == 2);
	CHECK(layout_count_of(&percent, 1180, 100) == 1);
	CHECK(layout_count_of(&percent, 1180, 101) == 2);
	CHECK(layout_count_of(&tenth, 1180, UINT64_MAX) ==
	      1563283396077081); /* 2^64-1 / 11800, up */
}

static void inverted_graphs_have_the_root_on_top(void)
{
	struct layout layout = {.rows = 4};

	CHECK(layout_row(&layout, 0) == 3 && layout_row(&layout, 3) == 0);
	layout.inverted = true;
	CHECK(layout_row(&layout, 0) == 0 && layout_row(&layout, 3) == 3);
}

static void rows_list_every_frame_once_from_left_to_right(void)
{
	static const size_t order[] = {0, 1, 5, 2, 3, 6, 4, 7};
	static const size_t first[] = {0, 1, 3, 6, 8};
	struct layout layout = lay_out(sample, ARRAY_LEN(sample), (struct layout_width){0});
	struct layout_rows rows;

	layout_rows_build(&rows, &layout);
	CHECK(memcmp(rows.order, order, sizeof(order)) == 0);
	CHECK(memcmp(rows.first, first, sizeof(first)) == 0);
	layout_rows_release(&rows);
	layout_release(&layout);
}

/* A small generator of whole numbers, the same on every run. */
static uint32_t next_number(uint64_t *state)
{
	*state = *state * 6364136223846793005 + 1442695040888963407;
	return (uint32_t)(*state >> 33);
}

/* A tree of random stacks, drawn with a random minimum. */
static struct layout random_layout(uint64_t seed)
{
	struct profile profile = {0};
	frame_id frames[12];
	uint32_t i, level, depth;
	const struct stack **stacks;
	struct layout_options options = {.pixels = 1180};
	struct tree_options tree_options = {0};
	struct layout layout;
	struct tree tree;

	for (i = 0; i < 400; i++) {
		depth = 1 + next_number(&seed) % 12;
		for (level = 0; level < depth; level++) {
			char name = (char)('a' + next_number(&seed) % 3);

			frames[level] = profile_frame(&profile, slice_of(&name, 1));
		}
		profile_add_count(&profile, frames, depth, 1 + next_number(&seed) % 50);
	}
	stacks = profile_sorted(&profile, PROFILE_BY_FRAMES);
	tree_options.root = profile_frame(&profile, SLICE(""));
	CHECK(tree_build(&tree, stacks, profile.count, &tree_options));
	options.min.millionths = next_number(&seed) % 20 * 1000000;
	layout_build(&layout, &tree, &options);
	CHECK(layout.total == profile.total[0]);
	CHECK(layout.count + layout.hidden == tree.count);
	free(stacks);
	tree_release(&tree);
	profile_release(&profile);
	return layout;
}

/* Children lie inside their parents and beside each other. */
static void check_places(const struct layout *layout)
{
	uint64_t *ends = memory_resize(NULL, layout->rows, sizeof(*ends)); /* by depth */
	uint64_t *used = memory_resize(NULL, layout->rows, sizeof(*used)); /* by the siblings */
	size_t i;

	ends[0] = layout->total;
	for (i = 1; i < layout->count; i++) {
		const struct rect *rect = &layout->rects[i], *last = rect - 1;

		if (rect->depth > last->depth) {
			CHECK(rect->depth == last->depth + 1);
			used[rect->depth] = last->start;
		}
		CHECK(rect->depth > 0 && rect->depth < layout->rows);
		CHECK(rect->start >= used[rect->depth]);
		CHECK(rect->start + rect->width <= ends[rect->depth - 1]);
		used[rect->depth] = ends[rect->depth] = rect->start + rect->width;
	}
	free(ends);
	free(used);
}

static void children_lie_inside_their_parents_and_beside_each_other(void)
{
	uint64_t seed;

	for (seed = 1; seed <= 20; seed++) {
		struct layout layout = random_layout(seed);

		check_places(&layout);
		layout_release(&layout);
	}
}

/* The tree of random stacks with two counts, of which every third is 0. */
static struct tree random_differential(uint64_t seed, enum width_column shown, uint64_t total[2])
{
	struct profile profile = {0};
	struct tree_options options = {.differential = true, .shown = shown};
	struct weight weight = {.differential = true};
	const struct stack **stacks;
	frame_id frames[8];
	struct tree tree;
	uint32_t i, level, depth;

	for (i = 0; i < 100; i++) {
		depth = 1 + next_number(&seed) % 8;
		for (level = 0; level < depth; level++) {
			char name = (char)('a' + next_number(&seed) % 3);

			frames[level] = profile_frame(&profile, slice_of(&name, 1));
		}
		weight.count[0] = next_number(&seed) % 3 * (next_number(&seed) % 50);
		weight.count[1] = next_number(&seed) % 3 * (next_number(&seed) % 50);
		profile_add(&profile, frames, depth, &weight);
	}
	stacks = profile_sorted(&profile, PROFILE_BY_FRAMES);
	options.root = profile_frame(&profile, SLICE(""));
	CHECK(tree_build(&tree, stacks, profile.count, &options));
	total[0] = profile.total[0];
	total[1] = profile.total[1];
	free(stacks);
	profile_release(&profile);
	return tree;
}

/* True if the parent has a child between these starts. */
static bool has_child_between(const struct layout *layout, size_t parent, uint64_t from,
			      uint64_t to)
{
	const struct rect *rects = layout->rects;
	size_t i;

	for (i = parent + 1; i < layout->count && rects[i].depth > rects[parent].depth; i++) {
		if (rects[i].depth == rects[parent].depth + 1 && rects[i].start >= from &&
		    rects[i].start + rects[i].width <= to)
			return true;
	}
	return false;
}

/* Marks lie in their parents, in different gaps, and stand for all that has no width. */
static void check_marks(const struct layout *layout, uint64_t lone)
{
	uint64_t frames = 0;
	size_t i, k;

	for (i = 0; i < layout->mark_count; i++) {
		const struct layout_mark *mark = &layout->marks[i];
		const struct rect *parent = &layout->rects[mark->parent];

		CHECK(mark->parent < layout->count && mark->frames > 0 && mark->count > 0);
		CHECK(mark->start >= parent->start);
		CHECK(mark->start <= parent->start + parent->width);
		frames += mark->frames;
		for (k = i + 1; k < layout->mark_count; k++) {
			const struct layout_mark *later = &layout->marks[k];

			CHECK(later->start >= mark->start);
			CHECK(later->parent != mark->parent ||
			      has_child_between(layout, mark->parent, mark->start, later->start));
		}
	}
	CHECK(frames == lone);
}

static uint64_t lone_nodes(const struct tree *tree, int column)
{
	uint64_t count = 0;
	size_t i;

	for (i = 0; i < tree->count; i++)
		count += tree->nodes[i].count[column] > 0 && tree->nodes[i].count[!column] == 0;
	return count;
}

/* The sum of frames that only one column has, without those above another such frame. */
static uint64_t lone_sum(const struct tree *tree, int column)
{
	uint32_t below = UINT32_MAX;
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < tree->count; i++) {
		const struct node *node = &tree->nodes[i];

		if (node->depth > below)
			continue;
		below = UINT32_MAX;
		if (node->count[column] > 0 && node->count[!column] == 0) {
			sum += node->count[column];
			below = node->depth;
		}
	}
	return sum;
}

static uint64_t sum_of_marks(const struct layout *layout)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < layout->mark_count; i++) {
		CHECK(layout->marks[i].sum >= layout->marks[i].count);
		sum += layout->marks[i].sum;
	}
	return sum;
}

static void check_differential(uint64_t seed, enum width_column shown, uint64_t millionths)
{
	const struct layout_options options = {
		.min = {.millionths = millionths}, .pixels = 1180, .marks = true, .shown = shown};
	uint64_t total[2];
	struct tree tree = random_differential(seed, shown, total);
	struct layout layout;
	size_t i;

	layout_build(&layout, &tree, &options);
	check_places(&layout);
	CHECK(layout.total == count_width(total, shown));
	for (i = 0; i < layout.count; i++) {
		CHECK(layout.rects[i].width == count_width(layout.rects[i].count, shown));
		CHECK(layout.rects[i].width > 0 || layout.rects[i].count[0] == 0);
	}
	for (i = 0; i < 2; i++)
		CHECK(layout.only[i] == lone_nodes(&tree, (int)i));
	check_marks(&layout, shown == WIDTH_BOTH ? 0 : layout.only[shown == WIDTH_BEFORE]);
	CHECK(sum_of_marks(&layout) ==
	      (shown == WIDTH_BOTH ? 0 : lone_sum(&tree, shown == WIDTH_BEFORE)));
	CHECK(layout.count + layout.hidden <= tree.count);
	layout_release(&layout);
	tree_release(&tree);
}

static void differentials_keep_their_places_whatever_widths_show(void)
{
	uint64_t seed;
	int shown;

	for (seed = 1; seed <= 20; seed++) {
		for (shown = WIDTH_AFTER; shown <= WIDTH_BOTH; shown++) {
			check_differential(seed, (enum width_column)shown, 0);
			check_differential(seed, (enum width_column)shown, 20000000);
		}
	}
}

static void both_widths_are_the_sum_of_the_single_ones(void)
{
	uint64_t seed, total[2];
	size_t i;

	for (seed = 1; seed <= 20; seed++) {
		struct tree after = random_differential(seed, WIDTH_AFTER, total);
		struct tree before = random_differential(seed, WIDTH_BEFORE, total);
		struct tree both = random_differential(seed, WIDTH_BOTH, total);

		CHECK(after.count == both.count && before.count == both.count);
		for (i = 0; i < both.count; i++) {
			CHECK(both.nodes[i].width == after.nodes[i].width + before.nodes[i].width);
			CHECK(both.nodes[i].start == after.nodes[i].start + before.nodes[i].start);
		}
		tree_release(&after);
		tree_release(&before);
		tree_release(&both);
	}
}

/*
 * Two children of the first frame vanished before the one that is left, and one after it; one child
 * of the root vanished.
 */
static const struct node vanishing[] = {
	{.name = 0, .depth = 0, .start = 0, .width = 100, .count = {120, 100}},
	{.name = 1, .depth = 1, .start = 0, .width = 100, .count = {110, 100}},
	{.name = 2, .depth = 2, .start = 4, .width = 0, .count = {3, 0}},
	{.name = 3, .depth = 2, .start = 4, .width = 0, .count = {5, 0}},
	{.name = 4, .depth = 3, .start = 4, .width = 0, .count = {5, 0}},
	{.name = 5, .depth = 2, .start = 4, .width = 96, .count = {10, 96}},
	{.name = 6, .depth = 2, .start = 100, .width = 0, .count = {2, 0}},
	{.name = 7, .depth = 1, .start = 100, .width = 0, .count = {10, 0}},
};

static void vanished_frames_leave_one_mark_a_gap(void)
{
	static const struct layout_mark expected[] = {
		{.parent = 1, .start = 4, .frames = 3, .largest = 3, .count = 5},
		{.parent = 1, .start = 100, .frames = 1, .largest = 6, .count = 2},
		{.parent = 0, .start = 100, .frames = 1, .largest = 7, .count = 10},
	};
	const struct layout_options options = {.pixels = 1180, .marks = true};
	struct tree tree = tree_of(vanishing, ARRAY_LEN(vanishing));
	struct layout layout;
	size_t i;

	layout_build(&layout, &tree, &options);
	CHECK(layout.count == 3 && layout.hidden == 0 && layout.only[0] == 5);
	CHECK(layout.mark_count == ARRAY_LEN(expected));
	for (i = 0; i < layout.mark_count && i < ARRAY_LEN(expected); i++) {
		CHECK(layout.marks[i].parent == expected[i].parent);
		CHECK(layout.marks[i].start == expected[i].start);
		CHECK(layout.marks[i].frames == expected[i].frames);
		CHECK(layout.marks[i].largest == expected[i].largest);
		CHECK(layout.marks[i].count == expected[i].count);
	}
	CHECK(layout.rows == 3 && !layout.marks_beyond);
	layout_release(&layout);
	tree_release(&tree);
}

static void a_mark_above_the_last_row_is_told(void)
{
	static const struct node nodes[] = {
		{.name = 0, .depth = 0, .width = 4, .count = {9, 4}},
		{.name = 1, .depth = 1, .width = 4, .count = {9, 4}},
		{.name = 2, .depth = 2, .start = 4, .count = {5, 0}},
	};
	const struct layout_options options = {.pixels = 1180, .marks = true};
	struct tree tree = tree_of(nodes, ARRAY_LEN(nodes));
	struct layout layout;

	layout_build(&layout, &tree, &options);
	CHECK(layout.rows == 2 && layout.mark_count == 1 && layout.marks_beyond);
	layout_release(&layout);
	tree_release(&tree);
}

/* In a parent that is too narrow itself, they are the nearest ancestor's. */
static void marks_go_to_the_nearest_ancestor_that_is_drawn(void)
{
	const struct layout_options options = {.min = {.millionths = 20 * 1000000, .percent = true},
					       .pixels = 1180,
					       .marks = true};
	struct node nodes[ARRAY_LEN(vanishing)];
	struct tree tree;
	struct layout layout;

	memcpy(nodes, vanishing, sizeof(nodes));
	nodes[1].width = 10;
	nodes[5].width = 6;
	tree = tree_of(nodes, ARRAY_LEN(nodes));
	layout_build(&layout, &tree, &options);
	CHECK(layout.count == 1 && layout.hidden == 2 && layout.mark_count == 1);
	CHECK(layout.marks[0].frames == 5 && layout.marks[0].count == 10);
	layout_release(&layout);
	tree_release(&tree);
}

static void without_marks_frames_of_no_width_are_hidden(void)
{
	const struct layout_options options = {.min = {.millionths = 1}, .pixels = 1180};
	struct tree tree = tree_of(vanishing, ARRAY_LEN(vanishing));
	struct layout layout;

	layout_build(&layout, &tree, &options);
	CHECK(layout.count == 3 && layout.hidden == 5 && layout.mark_count == 0);
	CHECK(layout.only[0] == 0);
	layout_release(&layout);
	tree_release(&tree);
}

static void read_fixture(struct ingest_run *run, const char *path)
{
	const struct slice paths[] = {slice_from(path)};
	const struct input_options options = {.paths = paths,
					      .count = 1,
					      .compat = personality_of("flamegraph"),
					      .next_record = folded_format.next_record};
	struct input *input = input_open(&options);
	struct ingest_stats stats;

	CHECK(input && ingest(input, &folded_format, 1, run, &stats));
	input_close(input);
}

/* Check that the widths in a row, with stacks that end below it, add up to the whole. */
static void check_sums(const struct layout *layout, const struct profile *profile)
{
	const struct stack **stacks = profile_sorted(profile, PROFILE_BY_FRAMES);
	uint32_t depth;
	size_t i;

	for (depth = 0; depth < layout->rows; depth++) {
		uint64_t sum = 0;

		for (i = 0; i < layout->count; i++)
			sum += layout->rects[i].depth == depth ? layout->rects[i].width : 0;
		for (i = 0; i < profile->count; i++)
			sum += stacks[i]->depth < depth ? stacks[i]->count[1] : 0;
		CHECK(sum == profile->total[1]);
	}
	free(stacks);
}

static void check_fixture(const char *path)
{
	const struct layout_options layout_options = {.pixels = 1180};
	struct ingest_run run = {0};
	struct tree_options tree_options = {0};
	const struct stack **stacks;
	struct layout layout;
	struct tree tree;

	read_fixture(&run, path);
	tree_options.root = profile_frame(&run.profile, SLICE(""));
	stacks = profile_sorted(&run.profile, PROFILE_BY_FRAMES);
	CHECK(tree_build(&tree, stacks, run.profile.count, &tree_options));
	layout_build(&layout, &tree, &layout_options);
	CHECK(layout.count > 1);
	check_places(&layout);
	check_sums(&layout, &run.profile);
	layout_release(&layout);
	tree_release(&tree);
	free(stacks);
	ingest_release(&run);
}

static void every_fixture_keeps_its_place_and_its_sum(const char *folder)
{
	DIR *files = opendir(folder);
	const struct dirent *file;
	unsigned count = 0;
	char path[1000];

	while (files && (file = readdir(files)) != NULL) {
		if (!slice_ends(slice_from(file->d_name), SLICE(".folded")))
			continue;
		snprintf(path, sizeof(path), "%s/%s", folder, file->d_name);
		check_fixture(path);
		count++;
	}
	CHECK(count > 0);
	if (files)
		closedir(files);
}

static void a_larger_total_widens_only_the_root(void)
{
	const struct layout_options options = {.pixels = 1180, .total = 2360};
	struct tree tree = tree_of(sample, ARRAY_LEN(sample));
	struct layout layout;

	layout_build(&layout, &tree, &options);
	CHECK(layout.total == 2360 && layout.rects[0].width == 2360);
	CHECK(layout.rects[1].width == 700);
	layout_release(&layout);
	tree_release(&tree);
}

static void the_root_can_be_too_narrow_where_that_is_asked_for(void)
{
	const struct layout_options options = {.pixels = 1180,
					       .total = 2360,
					       .min = {.millionths = 50000001, .percent = true},
					       .can_hide_root = true};
	struct tree tree = tree_of(sample, ARRAY_LEN(sample));
	struct layout layout;

	layout_build(&layout, &tree, &options);
	CHECK(layout.root_hidden && layout.count == 1 && layout.rows == 1);
	layout_release(&layout);
	tree_release(&tree);
}

TEST(layout)
{
	diag_init("test_layout");
	diag_set_level(DIAG_SILENT);
	without_a_minimum_every_frame_is_drawn();
	frames_narrower_than_the_minimum_are_left_out_and_counted();
	rows_nobody_needs_are_not_counted();
	the_root_is_always_there();
	a_frame_exactly_as_wide_as_the_minimum_is_drawn();
	inverted_graphs_have_the_root_on_top();
	rows_list_every_frame_once_from_left_to_right();
	children_lie_inside_their_parents_and_beside_each_other();
	differentials_keep_their_places_whatever_widths_show();
	both_widths_are_the_sum_of_the_single_ones();
	vanished_frames_leave_one_mark_a_gap();
	a_mark_above_the_last_row_is_told();
	marks_go_to_the_nearest_ancestor_that_is_drawn();
	without_marks_frames_of_no_width_are_hidden();
	every_fixture_keeps_its_place_and_its_sum(FIXTURES "/folded");
	every_fixture_keeps_its_place_and_its_sum(FIXTURES "/flamegraph");
	a_larger_total_widens_only_the_root();
	the_root_can_be_too_narrow_where_that_is_asked_for();
	return check_done();
}
