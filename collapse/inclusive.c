/* SPDX-License-Identifier: MIT */
#include "collapse/inclusive.h"

/* Leave the rows from the deepest one up to that at `depth`. */
static void inclusive_leave(struct ingest_run *run, struct inclusive *tree, size_t depth)
{
	struct text *text = text_of(run);

	while (text->count > depth) {
		if (!tree->is_idle || !tree->is_idle(run))
			text_count(run, tree->order, tree->left[text->count - 1]);
		text_cut(run, text->count - 1);
	}
}

void inclusive_row(struct ingest_run *run, struct inclusive *tree, size_t depth, struct slice name,
		   uint64_t count)
{
	struct text *text = text_of(run);

	inclusive_leave(run, tree, depth);
	text_row(run, depth, name);
	tree->left = memory_grow(tree->left, &tree->cap, text->count, sizeof(*tree->left));
	tree->left[text->count - 1] = count;
	if (text->count > 1) {
		uint64_t *above = &tree->left[text->count - 2];

		if (count > *above)
			text_note(run, TEXT_SKIPPED, name);
		*above = count < *above ? *above - count : 0;
	}
}

void inclusive_end(struct ingest_run *run, struct inclusive *tree)
{
	inclusive_leave(run, tree, 0);
}

void inclusive_release(struct inclusive *tree)
{
	free(tree->left);
	tree->left = NULL;
	tree->cap = 0;
}
