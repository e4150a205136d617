/* SPDX-License-Identifier: MIT */
/*
 * refined_tree COLUMNS SHOWN [hide=NAME] [drop=NAME] [focus=NAME] [callers] [reversed] [folded]
 * [width] [path=NAME]... < FOLDED - the refined tree of render/refine, a node a line:
 * DEPTH START WIDTH RUN COUNT0 COUNT1 NAME. For refine_c.test.mjs, which compares it with the
 * tree of the picture's script.
 */
#include <stdio.h>

#include "common/folded/folded.h"
#include "common/profile/profile_sort.h"
#include "render/tree/tree.h"

enum { MOST_PATH = 64 };

/* A refinement made from the words of the command line. */
struct wanted {
	struct refine refine;
	struct refine_window window;
	bool *hidden, *dropped;
	frame_id path[MOST_PATH];
};

static void take_word(struct wanted *wanted, struct profile *profile, struct slice word)
{
	if (slice_skip(&word, SLICE("hide=")))
		wanted->hidden[profile_frame(profile, word)] = true;
	else if (slice_skip(&word, SLICE("drop=")))
		wanted->dropped[profile_frame(profile, word)] = true;
	else if (slice_skip(&word, SLICE("focus=")))
		wanted->refine.focus = profile_frame(profile, word);
	else if (slice_skip(&word, SLICE("path=")) && wanted->window.depth < MOST_PATH)
		wanted->path[wanted->window.depth++] = profile_frame(profile, word);
	else if (slice_equal(word, SLICE("callers")))
		wanted->window.callers = true;
	else if (slice_equal(word, SLICE("reversed")))
		wanted->refine.reversed = true;
	else if (slice_equal(word, SLICE("folded")))
		wanted->refine.folded = true;
	else if (slice_equal(word, SLICE("width")))
		wanted->refine.by_width = true;
}

static void print_tree(const struct refined *refined, const struct profile *profile)
{
	size_t i;

	for (i = 0; i < refined->tree.count; i++) {
		const struct node *node = &refined->tree.nodes[i];

		printf("%u %llu %llu %u %llu %llu %.*s\n", node->depth,
		       (unsigned long long)node->start, (unsigned long long)node->width,
		       refined->runs[i], (unsigned long long)node->count[0],
		       (unsigned long long)node->count[1],
		       SLICE_ARG(intern_name(&profile->names, node->name)));
	}
}

int main(int argc, char **argv)
{
	const struct slice standard_input = SLICE("-");
	const struct input_options in = {.paths = &standard_input,
					 .count = 1,
					 .compat = personality_of(""),
					 .dash_is_stdin = true,
					 .records = folded_format.records};
	struct input *input = input_open(&in);
	struct ingest_run run = {0};
	struct ingest_stats stats;
	struct wanted wanted = {.refine = {.focus = REFINE_NO_FOCUS}};
	struct tree_options options = {.shown = WIDTH_AFTER};
	const struct stack **stacks;
	struct refine_base base;
	struct refined refined;
	struct tree tree;
	struct ranks ranks;
	uint64_t columns = 0, shown = 0;
	int i;

	if (argc < 3 || !ingest(input, &folded_format, 1, &run, &stats))
		return 2;
	slice_to_u64(slice_from(argv[1]), &columns);
	slice_to_u64(slice_from(argv[2]), &shown);
	wanted.hidden = memory_clear(run.profile.names.count + (size_t)argc, 1);
	wanted.dropped = memory_clear(run.profile.names.count + (size_t)argc, 1);
	options.root = profile_frame(&run.profile, SLICE(""));
	for (i = 3; i < argc; i++)
		take_word(&wanted, &run.profile, slice_from(argv[i]));
	wanted.refine.hidden = wanted.hidden;
	wanted.refine.dropped = wanted.dropped;
	wanted.window.path = wanted.path;
	wanted.window.columns = (uint32_t)columns;
	wanted.window.shown = (enum width_column)shown;
	options.differential = run.profile.differential;
	stacks = profile_sorted(&run.profile, PROFILE_BY_FRAMES);
	profile_rank(&run.profile, PROFILE_BY_FRAMES, &ranks);
	if (!tree_build(&tree, stacks, run.profile.count, &options))
		return 1;
	refine_base_build(&base, &tree, ranks.of[0], run.profile.names.count);
	refine_build(&refined, &base, &wanted.refine, &wanted.window);
	print_tree(&refined, &run.profile);
	refined_release(&refined);
	refine_base_release(&base);
	tree_release(&tree);
	free(stacks);
	profile_rank_release(&ranks);
	free(wanted.hidden);
	free(wanted.dropped);
	ingest_release(&run);
	input_close(input);
	return 0;
}
