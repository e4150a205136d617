/* SPDX-License-Identifier: MIT */
/*
 * page_samples.h - the parts of the page, for the files of render/page alone.
 */
#ifndef FLAMBEAU_PAGE_SAMPLES_H
#define FLAMBEAU_PAGE_SAMPLES_H

#include "render/page/page_content.h"

/* LEB128: seven bits per byte, the lowest first; all but the last byte have the eighth bit. */
static inline void page_add_varint(struct buf *buf, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		buf_add_char(buf, (char)(unsigned char)(value | 0x80));
	buf_add_char(buf, (char)(unsigned char)value);
}

/* The call tree of the stacks as columns; one entry per frame, callers before callees. */
struct page_tree {
	size_t frames;
	size_t name_count; /* distinct names that the stacks have */
	uint32_t *numbers; /* by frame id; UINT32_MAX: no stack has it */
	frame_id *names;   /* by number - 1: number 0 is the root's */
	struct buf pops;   /* varints: how many of the open frames close before it */
	struct buf called; /* varints: 0 is a name seen first here, else the name's number */
	uint32_t *ends;    /* by stack of the page: place of its last frame */
	uint64_t *own[2]; /* counts of stacks that end there; the first one in differentials only */
};

void page_tree_build(struct page_tree *tree, const struct page *page);
void page_tree_release(struct page_tree *tree);

/*
 * The samples of page->labels, which may be NULL: members of the head, and columns, which follow
 * the tree's columns. By set of labels: the value of each label + 1, 0 for none; then the number of
 * samples of each set. The last frames of stacks; then of all samples, by set and time, the time in
 * bins + 1 (0: none) as the difference from the last one of the set, the number of the last frame,
 * the count, in differentials those before and then those after. True if the head has `states`: all
 * values of the label `state` are states of threads.
 */
bool page_samples_add(struct buf *head, struct buf *columns, const struct page *page,
		      const struct page_tree *tree);

#endif
