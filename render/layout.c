/* SPDX-License-Identifier: MIT */
#include "render/layout.h"

#include "render/ratio.h"
#include "render/tree.h"

uint64_t layout_count_of(const struct layout_width *width, uint32_t pixels, uint64_t total)
{
	uint64_t whole = (uint64_t)1000000 * (width->percent ? 100 : pixels);

	if (width->millionths > whole)
		return UINT64_MAX;
	return ratio_ceil(width->millionths, whole, total);
}

void layout_build(struct layout *layout, const struct tree *tree,
		  const struct layout_options *options)
{
	uint64_t sum = tree->nodes[0].width;
	uint64_t total = options->total > sum ? options->total : sum;
	uint64_t least = layout_count_of(&options->min, options->pixels, total);
	size_t cap = 0, i;

	*layout = (struct layout){
		.total = total,
		.inverted = options->inverted,
		.root_hidden = options->can_hide_root && sum < least,
	};
	for (i = 0; i < tree->count; i++) {
		const struct node *node = &tree->nodes[i];

		if (node->width < least && node->depth > 0) {
			layout->hidden++;
			continue;
		}
		layout->rects = memory_grow(layout->rects, &cap, layout->count + 1,
					    sizeof(*layout->rects));
		layout->rects[layout->count++] = (struct rect){
			.name = node->name,
			.depth = node->depth,
			.start = node->start,
			.width = node->depth > 0 ? node->width : total,
			.count = {node->count[0], node->count[1]},
			.closed = node->closed,
			.differential = node->differential,
		};
		if (node->depth >= layout->rows)
			layout->rows = node->depth + 1;
	}
}

void layout_release(struct layout *layout)
{
	free(layout->rects);
	*layout = (struct layout){0};
}

uint32_t layout_row(const struct layout *layout, uint32_t depth)
{
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
	*rows = (struct layout_rows){first, order};
}

void layout_rows_release(struct layout_rows *rows)
{
	free(rows->first);
	free(rows->order);
	*rows = (struct layout_rows){0};
}
