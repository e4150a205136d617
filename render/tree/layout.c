/* SPDX-License-Identifier: MIT */
#include "render/tree/layout.h"

#include "common/base/exact.h"
#include "render/tree/tree.h"

uint64_t layout_count_of(const struct layout_width *width, uint32_t pixels, uint64_t total)
{
	uint64_t whole = (uint64_t)1000000 * (width->percent ? 100 : pixels);

	if (width->millionths > whole)
		return UINT64_MAX;
	return ratio_ceil(width->millionths, whole, total);
}

/* The layout in the making. */
struct builder {
	struct layout *layout;
	size_t cap, mark_cap;
	size_t *path; /* the rectangles that the current node is in, root first */
	size_t depth, path_cap;
	size_t gap;     /* rectangles there were when the last mark was begun */
	uint32_t below; /* depth of the marked frame below the current nodes, or NO_DEPTH */
};

#define NO_DEPTH UINT32_MAX

static void layout_add_rect(struct builder *builder, const struct node *node)
{
	struct layout *layout = builder->layout;

	assert(builder->depth == node->depth);
	assert(builder->depth == 0 ||
	       node->start >= layout->rects[builder->path[builder->depth - 1]].start);
	assert(builder->depth == 0 ||
	       node->width <= layout->rects[builder->path[builder->depth - 1]].width);
	MEMORY_ROOM(builder->path, builder->depth, builder->path_cap);
	builder->path[builder->depth++] = layout->count;
	MEMORY_ROOM(layout->rects, layout->count, builder->cap);
	layout->rects[layout->count++] = (struct rect){
		.name = node->name,
		.depth = node->depth,
		.start = node->start,
		.width = node->depth > 0 ? node->width : layout->total,
		.count = {node->count[0], node->count[1]},
		.closed = node->closed,
		.differential = node->differential,
	};
	if (node->depth >= layout->rows)
		layout->rows = node->depth + 1;
}

/* The mark of the gap that the node is in: the last one, if no rectangle came since. */
static struct layout_mark *mark_at(struct builder *builder, const struct node *node)
{
	struct layout *layout = builder->layout;
	size_t parent = builder->path[builder->depth - 1];
	size_t last = layout->mark_count - 1;

	assert(builder->depth > 0 && builder->depth <= node->depth);
	if (layout->mark_count > 0 && layout->marks[last].parent == parent &&
	    builder->gap == layout->count)
		return &layout->marks[last];
	builder->gap = layout->count;
	MEMORY_ROOM(layout->marks, layout->mark_count, builder->mark_cap);
	layout->marks[layout->mark_count] = (struct layout_mark){.parent = parent,
								 .start = node->start};
	return &layout->marks[layout->mark_count++];
}

static void layout_add_mark(struct builder *builder, const struct node *node)
{
	struct layout_mark *mark = mark_at(builder, node);

	mark->frames++;
	if (builder->below == NO_DEPTH) {
		mark->sum += count_delta(node->count);
		builder->below = node->depth;
	}
	if (count_delta(node->count) > mark->count) {
		mark->count = count_delta(node->count);
		mark->largest = node->name;
	}
}

/* A node without a rectangle has no descendants with one, not even of no width. */
static void layout_add_node(struct builder *builder, const struct node *node, uint64_t least,
			    bool marks)
{
	struct layout *layout = builder->layout;
	bool lone = marks && node->count[0] != node->count[1] &&
		    (node->count[0] == 0 || node->count[1] == 0);

	if (builder->depth > node->depth)
		builder->depth = node->depth;
	if (node->depth <= builder->below)
		builder->below = NO_DEPTH;
	if (lone)
		layout->only[node->count[1] > 0]++;
	if (lone && node->width == 0 && node->depth > 0)
		layout_add_mark(builder, node);
	else if ((node->width < least && node->depth > 0) || builder->depth < node->depth)
		layout->hidden++;
	else
		layout_add_rect(builder, node);
}

static bool has_marks_beyond(const struct layout *layout)
{
	size_t i;

	for (i = 0; i < layout->mark_count; i++) {
		if (layout->rects[layout->marks[i].parent].depth + 1 == layout->rows)
			return true;
	}
	return false;
}

void layout_build(struct layout *layout, const struct tree *tree,
		  const struct layout_options *options)
{
	uint64_t sum = tree->nodes[0].width;
	uint64_t total = options->total > sum ? options->total : sum;
	uint64_t least = layout_count_of(&options->min, options->pixels, total);
	struct builder builder = {.layout = layout, .below = NO_DEPTH};
	size_t i;

	assert(tree->count > 0 && total > 0);
	*layout = (struct layout){
		.total = total,
		.hidden = tree->left_out,
		.shown = options->shown,
		.inverted = options->inverted,
		.root_hidden = options->can_hide_root && sum < least,
	};
	layout->rects = memory_grow(NULL, &builder.cap, tree->count, sizeof(*layout->rects));
	for (i = 0; i < tree->count; i++)
		layout_add_node(&builder, &tree->nodes[i], least, options->marks);
	layout->marks_beyond = has_marks_beyond(layout);
	free(builder.path);
}

void layout_release(struct layout *layout)
{
	free(layout->rects);
	free(layout->marks);
	*layout = (struct layout){0};
}

uint32_t layout_row(const struct layout *layout, uint32_t depth)
{
	assert(depth < layout->rows || (layout->marks_beyond && depth == layout->rows));
	return layout->inverted ? depth : layout->rows - 1 - depth;
}

/* A counting sort by depth: pre-order is left to right within a row already. */
void layout_rows_build(struct layout_rows *rows, const struct layout *layout)
{
	size_t *first = memory_resize(NULL, (size_t)layout->rows + 2, sizeof(*first));
	size_t *order = memory_resize(NULL, layout->count, sizeof(*order));
	size_t i;

	memset(first, 0, ((size_t)layout->rows + 2) * sizeof(*first));
	for (i = 0; i < layout->count; i++)
		first[layout->rects[i].depth + 2]++;
	for (i = 2; i < (size_t)layout->rows + 2; i++)
		first[i] += first[i - 1];
	/* first[depth + 1] is where the row begins, and moves to where the next one does */
	for (i = 0; i < layout->count; i++)
		order[first[layout->rects[i].depth + 1]++] = i;
	assert(first[0] == 0 && first[layout->rows] == layout->count);
	*rows = (struct layout_rows){first, order};
}

void layout_rows_release(struct layout_rows *rows)
{
	free(rows->first);
	free(rows->order);
	*rows = (struct layout_rows){0};
}
