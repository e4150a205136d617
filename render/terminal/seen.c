/* SPDX-License-Identifier: MIT */
#include "render/terminal/seen.h"

static void build(struct refined *refined, const struct subject *subject, const struct lens *lens)
{
	bool *hidden = lens_members(&lens->hidden, subject);
	bool *dropped = lens_members(&lens->dropped, subject);
	const struct refine refine = {hidden,         dropped,      lens->focus,
				      lens->reversed, lens->folded, lens->by_width};
	const struct refine_window window = {
		.path = lens->path.at,
		.depth = lens->path.depth,
		.callers = lens->callers && lens->path.depth > 0,
		.shown = WIDTH_AFTER,
	};

	refine_build(refined, &subject->base, &refine, &window);
	free(hidden);
	free(dropped);
}

/* Every node of the window, with its path from the root on and its own counts. */
typedef void seen_use(void *context, const struct node *node, const struct frame_list *path,
		      const uint64_t own[2]);

static void each(const struct refined *refined, const struct lens *lens, seen_use *use,
		 void *context)
{
	const struct tree *tree = &refined->tree;
	const bool focused = lens->focus != REFINE_NO_FOCUS;
	struct frame_list path = {0};
	struct refine_base own;
	size_t i;

	refine_base_build(&own, tree, NULL, 0);
	for (i = 0; i < tree->count; i++) {
		path.depth = tree->nodes[i].depth + focused;
		if (path.depth > 0) {
			path.depth--;
			frame_list_add(&path, tree->nodes[i].name);
		}
		if (i < refined->depth)
			continue;
		use(context, &tree->nodes[i], &path, own.own[i]);
	}
	refine_base_release(&own);
	free(path.at);
}

struct copying {
	struct profile *to;
	const struct subject *from;
	frame_id *frames;
	size_t cap;
};

static void visible_add_stack(void *context, const struct node *node, const struct frame_list *path,
			      const uint64_t own[2])
{
	struct copying *copying = context;
	const struct weight weight = {.count = {own[0], own[1]},
				      .scale = copying->from->profile.scale,
				      .differential = node->differential};
	uint32_t i;

	if ((own[0] == 0 && own[1] == 0) || path->depth == 0)
		return;
	copying->frames = memory_grow(copying->frames, &copying->cap, path->depth,
				      sizeof(*copying->frames));
	for (i = 0; i < path->depth; i++)
		copying->frames[i] = profile_frame(
			copying->to, intern_name(&copying->from->profile.names, path->at[i]));
	profile_add(copying->to, copying->frames, path->depth, &weight);
}

void seen_profile(struct profile *profile, const struct subject *subject, const struct lens *lens)
{
	struct copying copying = {.to = profile, .from = subject};
	struct refined refined;

	header_merge(&profile->header, &subject->profile.header);
	build(&refined, subject, lens);
	each(&refined, lens, visible_add_stack, &copying);
	refined_release(&refined);
	free(copying.frames);
}

struct counting {
	struct functions *functions;
	uint32_t *outer; /* by frame id: depth + 1 of its outermost call on the path; 0: none */
	const struct node *last;
	struct frame_list open;
};

/* Calls that the path has left are no longer open. */
static void close_calls(struct counting *counting, uint32_t depth)
{
	while (counting->open.depth > depth) {
		const frame_id name = counting->open.at[--counting->open.depth];

		if (counting->outer[name] == counting->open.depth + 1)
			counting->outer[name] = 0;
	}
}

static void count_node(void *context, const struct node *node, const struct frame_list *path,
		       const uint64_t own[2])
{
	struct counting *counting = context;
	uint64_t(*counts)[2];
	int i;

	if (path->depth == 0)
		return;
	close_calls(counting, path->depth - 1);
	while (counting->open.depth < path->depth) {
		const frame_id name = path->at[counting->open.depth];

		frame_list_add(&counting->open, name);
		if (counting->outer[name] == 0)
			counting->outer[name] = counting->open.depth;
	}
	counts = counting->functions->at[node->name].count;
	for (i = 0; i < 2; i++) {
		counts[FUNCTIONS_SELF][i] += own[i];
		if (counting->outer[node->name] == path->depth)
			counts[FUNCTIONS_TOTAL][i] += node->count[i];
	}
}

void seen_functions(struct functions *functions, const struct subject *subject,
		    const struct lens *lens)
{
	struct counting counting = {.functions = functions};
	struct refined refined;

	functions->count = subject->base.name_count;
	functions->at = memory_clear(functions->count + 1, sizeof(*functions->at));
	counting.outer = memory_clear(subject->profile.names.count, sizeof(*counting.outer));
	build(&refined, subject, lens);
	each(&refined, lens, count_node, &counting);
	refined_release(&refined);
	free(counting.outer);
	free(counting.open.at);
}
